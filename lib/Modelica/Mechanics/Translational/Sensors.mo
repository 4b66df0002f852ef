within Modelica.Mechanics.Translational;
package Sensors "Ideal measurement"
  extends Modelica.Icons.SensorsPackage;

  model PositionSensor "Position of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput s(unit="m") "Position";
  equation
    s = flange.s;
  end PositionSensor;

  model SpeedSensor "Speed of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput v(unit="m/s") "Speed";
  equation
    v = der(flange.s);
  end SpeedSensor;

  model AccSensor "Acceleration of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    SI.Velocity v "Speed";
    Modelica.Blocks.Interfaces.RealOutput a(unit="m/s2") "Acceleration";
  equation
    v = der(flange.s);
    a = der(v);
  end AccSensor;

  model RelPositionSensor "Position of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput s_rel(unit="m") "Position from flange_a to flange_b";
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_a.f = 0;
  end RelPositionSensor;

  model RelSpeedSensor "Speed of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Position s_rel "Position from flange_a to flange_b";
    Modelica.Blocks.Interfaces.RealOutput v_rel(unit="m/s") "Its derivative";
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    flange_a.f = 0;
  end RelSpeedSensor;

  model RelAccSensor "Acceleration of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Position s_rel "Position from flange_a to flange_b";
    SI.Velocity v_rel "Its derivative";
    Modelica.Blocks.Interfaces.RealOutput a_rel(unit="m/s2") "Its second derivative";
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    a_rel = der(v_rel);
    flange_a.f = 0;
  end RelAccSensor;

  model ForceSensor "Force that flange_a passes to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput f(unit="N") "Force";
  equation
    flange_a.s = flange_b.s;
    f = flange_a.f;
  end ForceSensor;

  model PowerSensor "Power that flange_a passes to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit="W") "Power";
  equation
    flange_a.s = flange_b.s;
    power = flange_a.f*der(flange_a.s);
  end PowerSensor;

  model MultiSensor "Speed, force and power that flange_a passes to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit="W") "Power";
    Modelica.Blocks.Interfaces.RealOutput v(unit="m/s") "Speed";
    Modelica.Blocks.Interfaces.RealOutput f(unit="N") "Force";
  equation
    flange_a.s = flange_b.s;
    v = der(flange_a.s);
    f = flange_a.f;
    power = f*v;
  end MultiSensor;
end Sensors;
