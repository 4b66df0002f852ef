package Twice
end Twice;
