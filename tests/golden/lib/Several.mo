package Several
  model A
  end A;
end Several;
model Other
end Other;
