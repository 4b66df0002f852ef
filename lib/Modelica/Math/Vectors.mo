within Modelica.Math;
package Vectors "Functions of vectors"
  extends Modelica.Icons.Package;

  function toString "A vector as text, one element a line"
    extends Modelica.Icons.Function;
    input Real v[:] "Vector";
    input String name = "" "Name shown before it";
    input Integer significantDigits = 6 "Digits shown";
    output String s = "" "Text";
  algorithm
    s := if name == "" then "" else name + " =\n";
    for i in 1:size(v, 1) loop
      s := s + "  " + String(v[i], significantDigits=significantDigits) + "\n";
    end for;
  end toString;

  function isEqual "Whether two vectors agree within eps in every element"
    extends Modelica.Icons.Function;
    input Real v1[:] "First vector";
    input Real v2[:] "Second vector, may have another length";
    input Real eps(min=0) = 0 "Difference allowed";
    output Boolean result "True if equal so far";
  algorithm
    result := size(v1, 1) == size(v2, 1);
    if result then
      for i in 1:size(v1, 1) loop
        if abs(v1[i] - v2[i]) > eps then
          result := false;
        end if;
      end for;
    end if;
  end isEqual;

  function norm "p-norm"
    extends Modelica.Icons.Function;
    input Real v[:] "Vector";
    input Real p(min=1) = 2 "Kind of norm: 1, 2, any number above 1, or Modelica.Constants.inf";
    output Real result = 0.0 "Norm";
  algorithm
    assert(p >= 1, "A norm needs p >= 1, got " + String(p));
    if size(v, 1) == 0 then
      result := 0;
    elseif p == 2 then
      result := sqrt(v*v);
    elseif p == 1 then
      result := sum(abs(v));
    elseif p >= Modelica.Constants.inf then
      result := max(abs(v));
    else
      result := sum(abs(v[i])^p for i in 1:size(v, 1))^(1/p);
    end if;
  end norm;

  function length "Euclidean length"
    extends Modelica.Icons.Function;
    input Real v[:] "Vector";
    output Real result "Length";
  algorithm
    result := sqrt(v*v);
    annotation(Inline=true);
  end length;

  function normalize "Unit vector of the same direction, shorter if v is nearly zero"
    extends Modelica.Icons.Function;
    input Real v[:] "Vector";
    input Real eps(min=0.0) = 100*Modelica.Constants.eps "Vectors shorter than this are divided by it";
    output Real result[size(v, 1)](each final unit="1") "v/max(length, eps)";
  algorithm
    result := v/max(length(v), eps);
  end normalize;

  function normalizeWithAssert "Unit vector of the same direction; v must not be zero"
    extends Modelica.Icons.Function;
    input Real v[:] "Vector";
    output Real result[size(v, 1)] "v/length";
  algorithm
    assert(length(v) > 0, "A zero vector has no direction.");
    result := v/length(v);
  end normalizeWithAssert;

  function reverse "The vector from back to front"
    extends Modelica.Icons.Function;
    input Real v[:] "Vector";
    output Real result[size(v, 1)] "Reversed vector";
  algorithm
    for i in 1:size(v, 1) loop
      result[i] := v[size(v, 1) + 1 - i];
    end for;
  end reverse;

  function sort "Sort a vector, equal elements keep their order"
    extends Modelica.Icons.Function;
    input Real v[:] "Vector";
    input Boolean ascending = true "False: largest first";
    output Real sorted_v[size(v, 1)] = v "Sorted vector";
    output Integer indices[size(v, 1)] = 1:size(v, 1) "sorted_v = v[indices]";
  protected
    Real x "Element to be placed";
    Integer k "Its place in v";
    Integer j "Candidate place";
    Boolean moving "Whether it still moves to the front";
  algorithm
    for i in 2:size(v, 1) loop
      x := sorted_v[i];
      k := indices[i];
      j := i;
      moving := true;
      while moving loop
        if j > 1 then
          moving := if ascending then sorted_v[j - 1] > x else sorted_v[j - 1] < x;
        else
          moving := false;
        end if;
        if moving then
          sorted_v[j] := sorted_v[j - 1];
          indices[j] := indices[j - 1];
          j := j - 1;
        end if;
      end while;
      sorted_v[j] := x;
      indices[j] := k;
    end for;
  end sort;

  function find "Place of an element"
    extends Modelica.Icons.Function;
    input Real e "Element";
    input Real v[:] "Vector";
    input Real eps(min=0) = 0 "Difference allowed";
    output Integer result "First place, 0 if absent";
  algorithm
    result := 0;
    for i in 1:size(v, 1) loop
      if abs(v[i] - e) <= eps then
        result := i;
        return;
      end if;
    end for;
  end find;

  function interpolate "Linear interpolation, linear extrapolation outside"
    extends Modelica.Icons.Function;
    input Real x[:] "Abscissae, not descending";
    input Real y[size(x, 1)] "Ordinates";
    input Real xi "Where";
    input Integer iLast = 1 "Interval found last, the search starts there";
    output Real yi "Value at xi";
    output Integer iNew = 1 "Interval used";
  protected
    Integer n = size(x, 1) "Number of points";
    Integer i "Interval from x[i] to x[i+1]";
  algorithm
    assert(n > 0, "Cannot interpolate in an empty table.");
    if n == 1 then
      yi := y[1];
    else
      i := min(max(iLast, 1), n - 1);
      while i < n - 1 and xi >= x[i + 1] loop
        i := i + 1;
      end while;
      while i > 1 and xi < x[i] loop
        i := i - 1;
      end while;
      assert(x[i + 1] > x[i], "The abscissae must ascend where the table is read.");
      yi := y[i] + (y[i + 1] - y[i])*(xi - x[i])/(x[i + 1] - x[i]);
      iNew := i;
    end if;
  end interpolate;

  function relNodePositions "Nodes of a cut length: both ends and the middle of each inner cell"
    extends Modelica.Icons.Function;
    input Integer nNodes "Number of nodes, at least 2";
    output Real xsi[nNodes] "Positions from 0 to 1";
  algorithm
    assert(nNodes >= 2, "At least the two end nodes are needed.");
    for i in 1:nNodes loop
      xsi[i] := if i == 1 then 0 else if i == nNodes then 1 else (i - 1.5)/(nNodes - 2);
    end for;
  end relNodePositions;
end Vectors;
