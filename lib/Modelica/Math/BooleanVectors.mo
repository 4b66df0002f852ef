within Modelica.Math;
package BooleanVectors "Functions of Boolean vectors"
  extends Modelica.Icons.Package;

  function allTrue "Whether there are elements and all are true"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Boolean result "False if b is empty";
  algorithm
    result := size(b, 1) > 0 and countTrue(b) == size(b, 1);
  end allTrue;

  function andTrue "Whether no element is false"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Boolean result "True if b is empty";
  algorithm
    result := countTrue(b) == size(b, 1);
  end andTrue;

  function anyTrue "Whether some element is true"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Boolean result "False if b is empty";
  algorithm
    result := countTrue(b) > 0;
  end anyTrue;

  function oneTrue "Whether exactly one element is true"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Boolean result "False if b is empty";
  algorithm
    result := countTrue(b) == 1;
  end oneTrue;

  function countTrue "Number of true elements"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Integer n "Their number";
  algorithm
    n := 0;
    for i in 1:size(b, 1) loop
      if b[i] then
        n := n + 1;
      end if;
    end for;
  end countTrue;

  function enumerate "Number the true elements 1, 2, 3, ...; 0 where false"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Integer enumerated[size(b, 1)] "Numbers";
  protected
    Integer n = 0 "True elements so far";
  algorithm
    for i in 1:size(b, 1) loop
      if b[i] then
        n := n + 1;
        enumerated[i] := n;
      else
        enumerated[i] := 0;
      end if;
    end for;
  end enumerate;

  function firstTrueIndex "Place of the first true element"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Integer index "Place, 0 if there is none";
  algorithm
    index := 0;
    for i in 1:size(b, 1) loop
      if b[i] then
        index := i;
        return;
      end if;
    end for;
  end firstTrueIndex;

  function index "Places of all true elements"
    extends Modelica.Icons.Function;
    input Boolean b[:] "Vector";
    output Integer indices[countTrue(b)] "Places, ascending";
  protected
    Integer n = 0 "Places found";
  algorithm
    for i in 1:size(b, 1) loop
      if b[i] then
        n := n + 1;
        indices[n] := i;
      end if;
    end for;
  end index;
end BooleanVectors;
