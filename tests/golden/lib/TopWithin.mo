within Wrong;
model TopWithin
end TopWithin;
