// Tables of the shipped library between their points and outside, by hand: constant segments go on
// by lines, in two variables as a bilinear table; monotone splines end with the slope of the
// segment there; a spline that repeats and ends where it begins has no ends.
model shipped_tables
  import Modelica.Blocks.Types.{Smoothness, Extrapolation};
  model At "A table at a place, and what it has there"
    parameter Real table[:, :];
    parameter Smoothness smoothness;
    parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints;
    parameter Real at;
    parameter Real has;
    Modelica.Blocks.Tables.CombiTable1Ds t(table = table, smoothness = smoothness, extrapolation = extrapolation, u = at);
    Modelica.Blocks.Sources.CombiTimeTable s(table = table, smoothness = smoothness, extrapolation = extrapolation, shiftTime = -at, startTime = -100);
  equation
    when initial() then
      assert(abs(t.y[1] - has) < 1e-12, "by a variable: " + String(t.y[1]) + ", not " + String(has));
      assert(abs(s.y[1] - has) < 1e-12, "by time: " + String(s.y[1]) + ", not " + String(has));
    end when;
  end At;
  model At2 "Of two variables"
    parameter Real at[2];
    parameter Real has;
    Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 0, 1; 0, 1, 2; 1, 3, 5], smoothness = Smoothness.ConstantSegments, u1 = at[1], u2 = at[2]);
  equation
    assert(abs(t.y - has) < 1e-12, "of two: " + String(t.y) + ", not " + String(has));
  end At2;
  At constants[4](each table = [0, 1; 1, 3], each smoothness = Smoothness.ConstantSegments, at = {-0.5, 0.5, 1, 2}, has = {0, 1, 3, 5});
  At kept[2](each table = [0, 1; 1, 3], each smoothness = Smoothness.ConstantSegments, each extrapolation = Extrapolation.HoldLastPoint, at = {-0.5, 2}, has = {1, 3});
  At steffen[2](each table = [0, 0; 1, 1; 2, 4], each smoothness = Smoothness.MonotoneContinuousDerivative2, at = {0.5, -1}, has = {0.375, -1});
  At fritsch[2](each table = [0, 0; 1, 1; 2, 4], each smoothness = Smoothness.MonotoneContinuousDerivative1, at = {0.5, 3}, has = {0.4375, 7});
  At closed[2](each table = [0, 0; 1, 1; 2, 0], each smoothness = Smoothness.ContinuousDerivative, each extrapolation = Extrapolation.Periodic, at = {0.5, 3.5}, has = {0.5, 0.5});
  At open(table = [0, 0; 1, 1; 2, 0], smoothness = Smoothness.ContinuousDerivative, at = 0.5, has = 0.75);
  At2 two[4](at = {{0.5, 0.5}, {-1, 0.5}, {0.5, 3}, {-1, 3}}, has = {1, -1, 6.5, -1});
end shipped_tables;
