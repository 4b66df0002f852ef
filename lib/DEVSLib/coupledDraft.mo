within DEVSLib;
model coupledDraft "To be copied: a coupled model of two components"
  SRC.Interfaces.inPort in1 "Messages";
  SRC.Interfaces.outPort out1 "Answers";
  AuxModels.Processor first "Takes messages";
  AuxModels.Processor second "Finishes them";
equation
  connect(in1, first.inPort1);
  connect(first.outPort1, second.inPort1);
  connect(second.outPort1, out1);
end coupledDraft;
