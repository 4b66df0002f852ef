model M
  import WrongName.A;
  import Empty;
  import Several.A;
end M;
