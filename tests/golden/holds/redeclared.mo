// A redeclaration keeps the prefix inner and the dimensions that it does not state (MLS 7.3); each before a
// dotted name holds for all arrays on the way (MLS 7.2.5).
model redeclared
  model Fluid
    parameter Real k = 1;
  end Fluid;
  model Oil
    extends Fluid(k = 5);
  end Oil;
  model Pipe
    outer Fluid fluid;
    Real y = fluid.k;
  end Pipe;
  partial model Net
    parameter Integer n = 2;
    inner replaceable Fluid fluid;
    replaceable Fluid parts[n](k = {1, 2});
    Pipe pipe;
  end Net;
  model Part
    extends Fluid;
    Real y = k;
  end Part;
  model Row
    Part part[3];
  end Row;
  extends Net(redeclare Oil fluid, redeclare Part parts);
  Row row[2](each part.k = 8);
equation
  assert(abs(pipe.y - 5) < 1e-12, "inner is kept");
  assert(abs(parts[2].y - 2) < 1e-12, "dimensions are kept");
  assert(abs(row[2].part[3].y - 8) < 1e-12, "each");
end redeclared;
