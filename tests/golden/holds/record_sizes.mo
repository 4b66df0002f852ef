// Records whose sizes follow from the functions that give them (MLS 10.1.1, 12.4.5).
model record_sizes
  record Table
    Real at[:];
    Real weight[size(at, 1)];
  end Table;
  function declared "the sizes are those of the declared values"
    input Real scale;
    input Real grid[:];
    output Table t(at = grid, weight = scale*grid);
    output Real rest[:] = grid;
  algorithm
  end declared;
  function assigned "the sizes are those of what is assigned"
    input Integer n;
    output Table t;
  algorithm
    t.at := 1:n;
    t.weight := 2*t.at;
  end assigned;
  record Curve
    parameter Boolean plain = false;
    parameter Real points[:, 2] = [0, 0; 1, 1];
    final parameter Real used[:, 2] = if plain then [0, 0; 1, 1] else points;
  end Curve;
  record Finer
    extends Curve(points = [0, 0; 0.5, 0.5; 1, 1]);
  end Finer;
  parameter Real unknown(fixed = false);
  parameter Table a = declared(unknown, {1, 2, 3});
  parameter Integer n = 4;
  parameter Table b = assigned(n);
  Table c = declared(time, {1, time});
  parameter Curve d = Finer(plain = false);
  Real copy[:] = a.at;
  Real first[2], second[2];
  Table e(at(each start = 0)) = c;
initial equation
  unknown = 2;
equation
  first = c.at;
  (, second) = declared(1, {time, 2});
  assert(size(a.weight, 1) == 3 and size(b.at, 1) == 4 and size(copy, 1) == 3, "sizes");
  assert(abs(sum(a.weight) - 12) < 1e-12 and abs(sum(b.weight) - 20) < 1e-12, "values");
  assert(size(d.used, 1) == 3 and abs(d.used[3, 1] - 1) < 1e-12, "the branch that counts");
  assert(abs(e.weight[2] - time^2) < 1e-9 and abs(second[1] - time) < 1e-9, "of time");
end record_sizes;
