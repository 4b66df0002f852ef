package Both
end Both;
