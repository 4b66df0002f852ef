model SampledControl "Sampled PI controller of a continuous second order plant"
  Modelica.Blocks.Sources.Step setPoint(startTime=1);
  Modelica.Blocks.Math.Feedback error;
  Modelica.Blocks.Discrete.Sampler sampler(samplePeriod=0.1);
  Modelica.Blocks.Discrete.TransferFunction controller(samplePeriod=0.1, b={1.1, -1}, a={1, -1});
  Modelica.Blocks.Discrete.ZeroOrderHold hold(samplePeriod=0.1);
  Modelica.Blocks.Continuous.TransferFunction plant(b={1}, a={1, 2, 1}, initType=Modelica.Blocks.Types.Init.InitialState);
equation
  connect(setPoint.y, error.u1);
  connect(plant.y, error.u2);
  connect(error.y, sampler.u);
  connect(sampler.y, controller.u);
  connect(controller.y, hold.u);
  connect(hold.y, plant.u);
  annotation(experiment(StopTime=15));
end SampledControl;
