model M
  import Wrong.A;
  import Wrong.B;
  import TopWithin;
end M;
