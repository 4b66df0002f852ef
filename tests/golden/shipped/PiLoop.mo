model PiLoop "Speed control of an inertia with a PI controller, limited actuator and load step"
  import R = Modelica.Mechanics.Rotational;
  Modelica.Blocks.Sources.KinematicPTP motion(deltaq={10}, qd_max={5}, qdd_max={10}, startTime=0.5);
  Modelica.Blocks.Continuous.Integrator reference;
  Modelica.Blocks.Continuous.LimPID controller(
    controllerType=Modelica.Blocks.Types.SimpleController.PI, k=20, Ti=0.2, yMax=30);
  R.Sources.Torque torque;
  R.Components.Inertia inertia(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  R.Sources.TorqueStep load(stepTorque=-5, offsetTorque=0, startTime=3);
  R.Sensors.SpeedSensor speed;
equation
  connect(motion.y[1], reference.u);
  connect(reference.y, controller.u_s);
  connect(speed.w, controller.u_m);
  connect(controller.y, torque.tau);
  connect(torque.flange, inertia.flange_a);
  connect(inertia.flange_b, load.flange);
  connect(inertia.flange_b, speed.flange);
  annotation(experiment(StopTime=6));
end PiLoop;
