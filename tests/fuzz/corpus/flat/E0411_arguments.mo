package P
  function f
    input Real length;
    input Real width = 1;
    output Real area;
  algorithm
    area := length*width;
  end f;
  model M
    Real a = f(1, 2, 3);
    Real b = f(lenght = 1);
    Real c = f();
  end M;
end P;
