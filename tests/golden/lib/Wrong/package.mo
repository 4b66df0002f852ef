package Wrong
end Wrong;
