package Packing "Items are packed by an atomic model of one's own, written in C"
  import DEVSLib.Parts.*;

  model Batch "Packs items: batch.c"
    parameter Integer size(min = 1) = 3 "Items of a batch";
    parameter Real packing(min = 0, unit = "s") = 0.5 "How long it takes";
    parameter Boolean weigh = false "Send the sum of the items' values; else their number";
    DEVSLib.SRC.Interfaces.inPort item "Items";
    DEVSLib.SRC.Interfaces.outPort packed "Batches";
    Integer held "Items of the next batch";
    Integer batches "Batches that have left";
    annotation(__modevs(library = "batch", atomic = "batch"));
  end Batch;

  model Line "Items from a ready part, packed, then dropped into a tank of water"
    Generator items(gaps = always(1), values = {1, 2, 3}, limit = 10);
    Batch batch(weigh = true);
    DEVSLib.AuxModels.DICO load "The last batch as a signal";
    Real h(start = 0, fixed = true, unit = "m") "Level of the water";
  equation
    connect(items.outport, batch.item);
    connect(batch.packed, load.inport);
    der(h) = 0.1*load.y - 0.05*h + 0.01*batch.held;
    annotation(experiment(StopTime = 15));
  end Line;
end Packing;
