within Modelica.Mechanics.Rotational;
package Sensors "Ideal measurement"
  extends Modelica.Icons.SensorsPackage;

  model AngleSensor "Angle of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput phi(unit="rad", displayUnit="deg") "Angle";
  equation
    phi = flange.phi;
  end AngleSensor;

  model SpeedSensor "Speed of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput w(unit="rad/s") "Speed";
  equation
    w = der(flange.phi);
  end SpeedSensor;

  model AccSensor "Acceleration of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    SI.AngularVelocity w "Speed";
    Modelica.Blocks.Interfaces.RealOutput a(unit="rad/s2") "Acceleration";
  equation
    w = der(flange.phi);
    a = der(w);
  end AccSensor;

  model RelAngleSensor "Angle of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput phi_rel(unit="rad", displayUnit="deg") "Angle from flange_a to flange_b";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_a.tau = 0;
  end RelAngleSensor;

  model RelSpeedSensor "Speed of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Angle phi_rel "Angle from flange_a to flange_b";
    Modelica.Blocks.Interfaces.RealOutput w_rel(unit="rad/s") "Its derivative";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    flange_a.tau = 0;
  end RelSpeedSensor;

  model RelAccSensor "Acceleration of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Angle phi_rel "Angle from flange_a to flange_b";
    SI.AngularVelocity w_rel "Its derivative";
    Modelica.Blocks.Interfaces.RealOutput a_rel(unit="rad/s2") "Its second derivative";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    a_rel = der(w_rel);
    flange_a.tau = 0;
  end RelAccSensor;

  model TorqueSensor "Torque that flange_a passes to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput tau(unit="N.m") "Torque";
  equation
    flange_a.phi = flange_b.phi;
    tau = flange_a.tau;
  end TorqueSensor;

  model PowerSensor "Power that flange_a passes to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit="W") "Power";
  equation
    flange_a.phi = flange_b.phi;
    power = flange_a.tau*der(flange_a.phi);
  end PowerSensor;

  model MultiSensor "Speed, torque and power that flange_a passes to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit="W") "Power";
    Modelica.Blocks.Interfaces.RealOutput w(unit="rad/s") "Speed";
    Modelica.Blocks.Interfaces.RealOutput tau(unit="N.m") "Torque";
  equation
    flange_a.phi = flange_b.phi;
    w = der(flange_a.phi);
    tau = flange_a.tau;
    power = tau*w;
  end MultiSensor;
end Sensors;
