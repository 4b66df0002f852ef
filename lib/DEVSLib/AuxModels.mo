within DEVSLib;
package AuxModels "Sources, sinks, interfaces with physical models, QSS integrators, and small blocks"
  // Sources and sinks
  model Generator = SRC.Sources.Generator.generator "Messages at equal distances";
  model Display = SRC.Sources.Display.display "Shows messages as its state";

  // Couplings
  model DUP = SRC.DupEvent.dupevent "Every message on two ports";
  model DUP3 = SRC.DupEvent.dupevent3 "Every message on three ports";
  model DUP4 = SRC.DupEvent.dupevent4 "Every message on four ports";
  model DUP_N = SRC.DupEvent.dupeventN "Every message on any number of ports";
  model BreakLoop = SRC.DupEvent.breakloop "Passes messages on";
  model Select = SRC.Select.select "Messages on one of two ports, by a condition";

  // Messages and signals
  model DICO = SRC.Hybrid.DiCo "The last message as a signal";
  model DiCO = SRC.Hybrid.DiCo "The last message as a signal";
  model DIBO = SRC.Hybrid.DiBo "The last message as a Boolean signal";
  model DiBO = SRC.Hybrid.DiBo "The last message as a Boolean signal";
  model Quantizer = SRC.Hybrid.Quantizer "A message at every change by a quantum";
  model QuantizerUP = SRC.Hybrid.QuantizerUP "A message at every rise by a quantum";
  model QuantizerDOWN = SRC.Hybrid.QuantizerDOWN "A message at every fall by a quantum";
  model CrossUP = SRC.Hybrid.CrossUP "A message whenever a signal rises above a value";
  model CrossDOWN = SRC.Hybrid.CrossDOWN "A message whenever a signal falls below a value";
  model BCrossUP = SRC.Hybrid.BCrossUP "A message whenever a Boolean signal becomes true";
  model BCrossDOWN = SRC.Hybrid.BCrossDOWN "A message whenever a Boolean signal becomes false";
  model CondGen = SRC.Hybrid.CondGen "A message whenever a condition becomes true";

  model ToSignal = SRC.Static.Hold.polynomial "Messages of value and derivatives as a signal";

  // Integrators
  model QSS1 = SRC.QSS.IntegratorQSS1.integratorQSS1 "Integrator, first order";
  model QSS2 = SRC.QSS.IntegratorQSS2.integratorQSS2 "Integrator, second order";
  model QSS3 = SRC.QSS.IntegratorQSS3.integratorQSS3 "Integrator, third order";

  // Signals as messages
  model Add = SRC.Static.Add.add "Weighted sum of two signals";
  model Multiplier = SRC.Static.Multiplier.multiplier "Product of two signals";
  model Gain = SRC.Static.Gain.gain "A signal times a constant";
  model SquareRoot = SRC.Static.SquareRoot.squareRoot "Square root of a signal";
  model Switch = SRC.Static.Switch.switch "One of two signals, by a third";
  model Step = SRC.Sources.Generator.step "A signal that is zero, then a constant";
  model Constant = SRC.Sources.Generator.constantG "A signal that is constant";
  model Square = SRC.Sources.Square.square "A signal that is high and low in turn";

  // Logic
  model Processor = SRC.Logic.Processor.processor "Works on one message at a time";
  model IfType = SRC.Logic.IFType.ifType "Messages on one of two ports, by their Type";
  model Storage = SRC.Logic.Storage.storage "Remembers a value until asked";
  model SetValue = SRC.Logic.SetValue.setValue "Messages leave with another value";
  model SetType = SRC.Logic.SetType.setType "Messages leave with another Type";
  model Wait = SRC.Logic.Wait.wait "A delay that can be halted";
end AuxModels;
