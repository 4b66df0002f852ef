package Bakery "A queueing network of ready parts with an oven in it, which is equations"
  import DEVSLib.Parts.*;
  import A = DEVSLib.AuxModels;

  model Oven "Cools down whenever a tray is put in; heated by a thermostat"
    DEVSLib.SRC.Interfaces.inPort tray "Trays that are put in"
      annotation(__modevs(receive(count = trays)));
    discrete Integer trays(start = 0, fixed = true) "Trays so far";
    Modelica.Units.SI.Temperature T(start = 493, fixed = true, displayUnit = "K") "Of the oven";
    Boolean heating(start = false, fixed = true) "The thermostat is on";
  equation
    heating = T < 488 or pre(heating) and T < 495;
    der(T) = (if heating then 0.3 else 0) - (T - 293)/2000;
    when change(trays) then
      reinit(T, pre(T) - 3);
    end when;
  end Oven;

  model Day "Trays are baked one at a time; customers buy at two counters"
    Generator trays(gaps = uniform(240, 360), seed = 1) "Trays of dough";
    Oven oven "Where they are baked";
    Processor baking(service = always(280), capacity = 3) "One tray at a time, two may wait";
    A.CrossDOWN cold(Value = 487) "The oven is too cold";
    Generator customers(gaps = exponential(40), seed = 2) "They come at random";
    Switch counter(n = 2, round_robin = true) "Customers take turns";
    Processor sale[2](each service = exponential(60), seed = {3, 4}) "The counters";
    Statistics shop "Customers in the shop";
    Transducer watch "Time that customers spend in the shop";
    Recorder alarms "The oven was too cold";
  equation
    connect(trays.outport, baking.inport);
    connect(trays.outport, oven.tray);
    cold.u = oven.T;
    connect(cold.outport, alarms.inport[1]);
    connect(customers.outport, counter.inport);
    connect(customers.outport, shop.up);
    connect(customers.outport, watch.arrived);
    for i in 1:2 loop
      connect(counter.outport[i], sale[i].inport);
      connect(sale[i].outport, shop.down);
      connect(sale[i].outport, watch.solved);
    end for;
    annotation(experiment(StopTime = 28800, Interval = 60));
  end Day;
end Bakery;
