package E0911_part "Classes that do not fit what they stand for in C"
  import DEVSLib.SRC.Interfaces.*;
  model Unknown
    annotation(__modevs(part = "procesor"));
  end Unknown;
  model NoText
    annotation(__modevs(part = 3));
  end NoText;
  model Half
    annotation(__modevs(library = "shop"));
  end Half;
  model Missing
    inPort inport;
    annotation(__modevs(part = "processor"));
  end Missing;
  model WrongName
    parameter Real service = 1;
    parameter Integer capcity = 3;
    annotation(__modevs(part = "processor"));
  end WrongName;
  model WrongType
    parameter Real service = 1;
    parameter Real capacity = 3;
    annotation(__modevs(part = "processor"));
  end WrongType;
  model WrongChoice
    type Order = enumeration(lifo, fifo);
    parameter Real service = 1;
    parameter Order order = Order.lifo;
    annotation(__modevs(part = "processor"));
  end WrongChoice;
  model WrongPort
    parameter Real service = 1;
    outPort inport;
    annotation(__modevs(part = "processor"));
  end WrongPort;
  model WrongPorts
    parameter Real service = 1;
    inPort inport[2];
    annotation(__modevs(part = "processor"));
  end WrongPorts;
  model WrongShown
    parameter Real service = 1;
    Real arrived;
    annotation(__modevs(part = "processor"));
  end WrongShown;
  model NothingShown
    parameter Real service = 1;
    Real happy;
    annotation(__modevs(part = "processor"));
  end NothingShown;
  model WrongWord
    parameter Real service = 1 annotation(__modevs(name = 1));
    annotation(__modevs(part = "processor"));
  end WrongWord;
  model TooMany
    parameter Real service[2,2] = {{1, 2}, {3, 4}};
    annotation(__modevs(part = "processor"));
  end TooMany;
  model Twice
    parameter Real service = 1;
    parameter Real other = 1 annotation(__modevs(name = "service"));
    annotation(__modevs(part = "processor"));
  end Twice;
  model Inside
    parameter Real service = 1;
    Missing inner_part;
    annotation(__modevs(part = "processor"));
  end Inside;
  model All
    Unknown unknown;
    NoText no_text;
    Half half;
    Missing missing;
    WrongName wrong_name;
    WrongType wrong_type;
    WrongChoice wrong_choice;
    WrongPort wrong_port;
    WrongPorts wrong_ports;
    WrongShown wrong_shown;
    NothingShown nothing_shown;
    WrongWord wrong_word;
    TooMany too_many;
    Twice twice;
    Inside inside;
    DEVSLib.Parts.Processor range(service = DEVSLib.Parts.always(1), capacity = -1);
    DEVSLib.Parts.Delay late(time_ = -1);
  end All;
end E0911_part;
