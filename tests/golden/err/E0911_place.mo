package E0911_place "Annotations of modevs on what they mean nothing for"
  record Data
    Real x = 1;
    annotation(__modevs(part = "processor"));
  end Data;
  connector Plug
    Real v;
    flow Real i;
    annotation(__modevs(library = "shop", atomic = "counter"));
  end Plug;
  type Length = Real annotation(__modevs(part = "processor"));
  model Port "Is no connector"
    annotation(__modevs(port = "in"));
  end Port;
  connector Base "Is no model"
    Real v;
    flow Real i;
    annotation(__modevs(devs = true));
  end Base;
  model Says "Says at the class what a declaration says"
    annotation(__modevs(send(trigger = 1)));
  end Says;
  model All
    Data data;
    Plug plug;
    Length length = 1;
    Port port;
    Base base;
    Says says;
  end All;
end E0911_place;
