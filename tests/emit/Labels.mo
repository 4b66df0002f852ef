model Labels "Values and slopes pass through parts that are written in C"
  DEVSLib.AuxModels.QSS2 a(startX = 1, quantum = 1e-3);
  DEVSLib.AuxModels.QSS2 b(startX = 0, quantum = 1e-3);
  DEVSLib.Parts.Delay late(time_ = 0.01);
  DEVSLib.Parts.Processor work(service = DEVSLib.Parts.always(0.001));
  DEVSLib.Parts.Statistics st;
  DEVSLib.AuxModels.DICO show;
equation
  connect(a.outPort1, late.inport);
  connect(late.outport, work.inport);
  connect(work.outport, b.inPort1);
  connect(b.outPort1, a.inPort1);
  connect(a.outPort1, st.sample);
  connect(b.outPort1, show.inport);
  annotation(experiment(StopTime = 3));
end Labels;
