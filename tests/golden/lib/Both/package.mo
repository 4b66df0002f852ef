package Both
  model Y
  end Y;
end Both;
