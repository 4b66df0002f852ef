model MM1Parts "A queue with one server, of ready parts; mean number in the system: number.level_mean"
  import DEVSLib.Parts.*;
  parameter Real arrival(unit = "s") = 10 "Mean time between customers";
  parameter Real service(unit = "s") = 8 "Mean time of a service";
  parameter Integer seed = 1 "Of the random numbers";
  Generator customers(gaps = exponential(arrival), seed = 2*seed);
  Processor server(service = exponential(service), seed = 2*seed + 1);
  Statistics number "Customers in the system";
equation
  connect(customers.outport, server.inport);
  connect(customers.outport, number.up);
  connect(server.outport, number.down);
  annotation(experiment(StopTime = 100000, Interval = 1000));
end MM1Parts;
