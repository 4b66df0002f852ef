package DevsBench "Models of bench/devslib"
  model Chain "A message passes from processor to processor"
    parameter Integer n = 10000 "Processors";
    parameter Integer jobs = 1000 "Messages";
    parameter Real period(unit = "s") = 1 "Time between them";
    parameter Real service(unit = "s") = 0.75 "Time that each takes in each processor";
    DEVSLib.AuxModels.Generator source(period = period, numGenerations = jobs);
    DEVSLib.AuxModels.Processor server[n](each processTime = service);
  equation
    connect(source.outPort1, server[1].inPort1);
    for i in 1:n - 1 loop
      connect(server[i].outPort1, server[i + 1].inPort1);
    end for;
    annotation(experiment(StopTime = 10000));
  end Chain;
end DevsBench;
