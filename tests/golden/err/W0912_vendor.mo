model W0912_vendor "Words of annotations that mean nothing"
  model Typo
    parameter Real service = 1;
    DEVSLib.SRC.Interfaces.inPort inport;
    DEVSLib.SRC.Interfaces.outPort outport annotation(__modevs(sends(trigger = 1)));
    annotation(__modevs(prt = "processor"));
  end Typo;
  model Name
    parameter Real service = 1 annotation(__modevs(nam = "service"));
    annotation(__modevs(part = "processor"));
  end Name;
  Typo a, b;
  Name c;
end W0912_vendor;
