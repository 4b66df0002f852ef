model Kept "Whatever is remembered from one point to the next"
  impure function draw "The next random number, of a state that the session has"
    input Real dummy;
    output Real y;
    external "C" y = ModelicaRandom_uniform(dummy);
  end draw;

  function describe
    input Integer n;
    input String unit;
    output String s;
  algorithm
    s := String(n) + " " + unit;
  end describe;

  class Curve "A table, as an external object"
    extends ExternalObject;

    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Integer smoothness;
      output Curve curve;
      external "C" curve = ModelicaStandardTables_CombiTable1D_init(
        fileName, tableName, table, size(table, 1), size(table, 2), columns, size(columns, 1), smoothness);
    end constructor;

    function destructor
      input Curve curve;
      external "C" ModelicaStandardTables_CombiTable1D_close(curve);
    end destructor;
  end Curve;

  function value
    input Curve curve;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(curve, column, u);
  end value;

  parameter String unit = "turns";
  parameter Real top = 2;
  final parameter Curve curve = Curve("NoName", "NoName", [-2, -1; 0, 0.2; 1, 1.5; top, 3], {2}, 1);
  input Real u(start = 0);
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real s(start = 0, fixed = true) "way through the pipe";
  Real bent = value(curve, 1, x);
  Real late = delay(x, 0.2 + 0.1 * abs(v) / (1 + abs(v)), 0.5);
  Real left, right;
  Real a[4] "linear, with a matrix that varies";
  Real w, z "nonlinear";
  Real tick(start = 0);
  Real held = hold(tick);
  discrete Real noise(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  String said(start = "nothing", fixed = true);
  Boolean up = v > 0;
  Boolean on(start = false, fixed = true);
equation
  der(x) = v;
  der(v) = -4 * bent - 0.1 * v + u + 0.2 * noise + 0.1 * late + (if on then 0.3 else 0) + 0.05 * held;
  der(s) = 0.7 + 0.5 * sin(2 * time);
  (left, right) = spatialDistribution(x, 0, s, der(s) > 0, {0, 0.5, 1}, {1, 0, 0.3});
  (2 + x * x) * a[1] + a[2] = 1;
  a[1] + (3 + v * v) * a[2] + a[3] = x;
  a[2] + (2 + x * x) * a[3] - a[4] = v;
  a[1] + a[3] + 4 * a[4] = right;
  w + w ^ 3 = x + a[1];
  z + exp(z) = 2 + v + 0.3 * sin(w);
  on = if pre(on) then w > -0.2 else w > 0.4;
  when Clock(3, 20) then
    tick = previous(tick) + 0.1 - 0.02 * previous(tick) * previous(tick);
  end when;
  when {up, sample(0.1, 0.3)} then
    n = pre(n) + 1;
    noise = draw(time) - 0.5;
    said = describe(n, unit);
  end when;
  when x < -0.8 then
    reinit(v, 0.9 * v);
  end when;
  annotation(experiment(StopTime = 10));
end Kept;
