package P
  partial model OnePort
    Real v;
  end OnePort;
  model M
    OnePort p;
  end M;
end P;
