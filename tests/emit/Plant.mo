model Plant "What a plant may have: inputs, states, discrete variables, a String"
  input Real u(start = 0);
  input Boolean brake(start = false);
  parameter Real k = 2;
  parameter Integer step = 3;
  parameter String label = "plant";
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real force = k * (u - x) - 0.2 * v;
  Integer count(start = 0, fixed = true);
  Boolean high = x > 1.5;
equation
  der(x) = v;
  der(v) = if brake then -v ^ 3 else force + sin(3 * time);
  when {high, sample(0.25, 0.5)} then
    count = pre(count) + step;
  end when;
  annotation(experiment(StopTime = 4));
end Plant;
