model ExpandableDisabled "a connection with what is not there gives a bus no member (MLS 9.1.3, 4.4.5)"
  expandable connector Bus
    Real a;
  end Bus;
  connector Output = output Real;
  model Sender
    Output y = 1;
  end Sender;
  Bus b;
  Sender s if false;
  Sender t if false;
  Sender u;
equation
  connect(s.y, b.a);
  connect(t.y, b.q);
  connect(u.y, b.z);
end ExpandableDisabled;
