within Lib.Sub;
encapsulated partial model Tank "a tank" + " of water"
  import SI = Modelica.Units.SI; import A.B.{c, d}; import E.*;
  extends Base(x(start=1) = 2, redeclare replaceable model M = N(y={1,2}) constrainedby O,
    break c, break connect(a, b)) annotation(X=1);
  parameter SI.Area A[3, :](each min=0, final unit="m2") = [1,2;3,4] if use "area"
    annotation(Dialog(group="g"));
  replaceable flow Real q, r = if a then b elseif c then d else e constrainedby T "t";
  type E = enumeration(a "one", b); function d = der(f, x);
protected
  redeclare function extends h(z=1) input Real u; external "C" u = g(u, 1) annotation(I=1);
  end h;
initial equation
  h = h0;
equation
  der(h)*A[1].b = -q^2 + sum(i*j for i in 1:3, j) "balance" annotation(Line(a={{1,2}}));
  when {sample(0, 1), pre(x) <> 'q r' and not y} then reinit(h, 0); elsewhen z then end when;
  if h > 1 then connect(a, b); elseif x then else (u, , v) = f(x=1, y=function g(z=2)); end if;
  for i in 1:size(A, 1), j loop A[i] = {k for k in .B.c}; end for;
algorithm
  while x loop (a, b) := f(x[end]); break; end while; return; /* c */ // d
  annotation(experiment(StopTime=1.5e3), Documentation(info="<html>(\"x\")</html>"));
end Tank;
