within Modelica.Blocks;
package Tables "Tables over one and two variables"
  extends Modelica.Icons.Package;

  block CombiTable1Ds "Table over one input, several outputs"
    extends Modelica.Blocks.Interfaces.SIMO(final nout=size(columns, 1));
    extends Internal.Table1D;
  equation
    for j in 1:nout loop
      y[j] = if tableOnFile then Internal.fileValue(file, j, u)
        else Internal.value(given[:, 1], given[:, columns[j]], d[:, j], u, smoothness, extrapolation);
    end for;
    annotation(Documentation(info="<html>
<p>All outputs read the table at the same input. Column 1 holds the abscissae, <code>columns</code> says which other
columns become outputs.</p>
</html>"));
  end CombiTable1Ds;

  block CombiTable1Dv "Table over one variable, an input for each output"
    extends Modelica.Blocks.Interfaces.MIMOs(final n=size(columns, 1));
    extends Internal.Table1D;
  equation
    for j in 1:n loop
      y[j] = if tableOnFile then Internal.fileValue(file, j, u[j])
        else Internal.value(given[:, 1], given[:, columns[j]], d[:, j], u[j], smoothness, extrapolation);
    end for;
    annotation(Documentation(info="<html>
<p>Output j is column <code>columns[j]</code> read at input j.</p>
</html>"));
  end CombiTable1Dv;

  block CombiTable2Ds "Table over two inputs"
    extends Modelica.Blocks.Interfaces.SI2SO;
    extends Internal.CombiTable2DBase;
  equation
    y = if tableOnFile then Internal.fileValue2D(file, u1, u2)
      else Internal.value2D(given, u1, u2, smoothness, extrapolation);
    annotation(Documentation(info="<html>
<p>Row 1 of the matrix, from its second element, holds the values of u2; column 1, from its second element, those of u1.
Element [1, 1] is not used.</p>
</html>"));
  end CombiTable2Ds;

  block CombiTable2Dv "Table over two vectors of inputs, element by element"
    extends Modelica.Blocks.Interfaces.MI2MO;
    extends Internal.CombiTable2DBase;
  equation
    for j in 1:n loop
      y[j] = if tableOnFile then Internal.fileValue2D(file, u1[j], u2[j])
        else Internal.value2D(given, u1[j], u2[j], smoothness, extrapolation);
    end for;
  end CombiTable2Dv;

  package Internal "Interpolation in Modelica"
    extends Modelica.Icons.InternalPackage;
    import Modelica.Blocks.Types.Smoothness;
    import Modelica.Blocks.Types.Extrapolation;

    partial block Table1D "Parameters of a table over one variable"
      parameter Boolean tableOnFile = false "Whether the table is read from a file";
      parameter Real table[:, :] = fill(0.0, 0, 2) "First column: abscissae, ascending; further columns: values";
      parameter String tableName = "NoName" "Name of the matrix in the file";
      parameter String fileName = "NoName" "The file";
      parameter String delimiter = "," "Between columns of a CSV file";
      parameter Integer nHeaderLines = 0 "Lines of a CSV file that are left out";
      parameter Boolean verboseRead = true "Whether it is told which file is read";
      parameter Integer columns[:] = 2:size(table, 2) "Columns that become outputs";
      parameter Smoothness smoothness = Smoothness.LinearSegments "Interpolation";
      parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints "What happens outside";
      parameter Boolean verboseExtrapolation = false "Not used";
      final parameter Real u_min = if tableOnFile then fileMin(file) elseif size(table, 1) > 0 then table[1, 1] else 0 "First abscissa";
      final parameter Real u_max = if tableOnFile then fileMax(file) elseif size(table, 1) > 0 then table[size(table, 1), 1] else 0 "Last abscissa";
    protected
      parameter Real given[:, :] = if tableOnFile then fill(0.0, 1, max(columns)) else table "The matrix; of a file, what stands for it";
      parameter Real d[size(given, 1), size(columns, 1)] = splineSlopes(given, columns, smoothness, extrapolation == Extrapolation.Periodic) "Slopes of the splines at the points";
      FileTable file = FileTable(if tableOnFile then fileName else "NoName", if tableOnFile then tableName else "NoName", columns,
        smoothness, extrapolation, tableOnFile and verboseRead, delimiter, nHeaderLines, zeros(1, size(given, 2))) "The table of a file";
    equation
      assert(tableOnFile or size(table, 1) > 0, "The table is empty.");
      assert(tableOnFile or ascends(table[:, 1], true), "The first column of the table must be strictly ascending.");
    end Table1D;

    partial block CombiTable2DBase "Parameters of a table over two variables"
      parameter Boolean tableOnFile = false "Whether the table is read from a file";
      parameter Real table[:, :] = fill(0.0, 0, 2) "Row 1: values of u2; column 1: values of u1; the rest: the function";
      parameter String tableName = "NoName" "Name of the matrix in the file";
      parameter String fileName = "NoName" "The file";
      parameter String delimiter = "," "Between columns of a CSV file";
      parameter Integer nHeaderLines = 0 "Lines of a CSV file that are left out";
      parameter Boolean verboseRead = true "Whether it is told which file is read";
      parameter Smoothness smoothness = Smoothness.LinearSegments "Interpolation";
      parameter Extrapolation extrapolation = Extrapolation.LastTwoPoints "What happens outside";
      parameter Boolean verboseExtrapolation = false "Not used";
      final parameter Real u_min[2] = if size(table, 1) > 1 then {table[2, 1], table[1, 2]} else {0, 0} "First abscissae";
      final parameter Real u_max[2] = if size(table, 1) > 1 then {table[size(table, 1), 1], table[1, size(table, 2)]} else {0, 0} "Last abscissae";
    protected
      parameter Real given[:, :] = if tableOnFile then {{0, 0}, {0, 0}} else table "The matrix; of a file, what stands for it";
      FileTable2D file = FileTable2D(if tableOnFile then fileName else "NoName", if tableOnFile then tableName else "NoName",
        smoothness, extrapolation, tableOnFile and verboseRead, delimiter, nHeaderLines, {{0.0, 0.0}, {0.0, 0.0}}) "The table of a file";
    equation
      assert(tableOnFile or (size(table, 1) > 1 and size(table, 2) > 1), "The table is empty.");
      assert(tableOnFile or ascends(table[2:end, 1], true), "The first column of the table must be strictly ascending from its second row on.");
      assert(tableOnFile or ascends(table[1, 2:end], true), "The first row of the table must be strictly ascending from its second column on.");
    end CombiTable2DBase;

    function ascends "Whether abscissae are in the order that looking something up needs"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae";
      input Boolean strictly "Whether none may be twice";
      output Boolean yes = true "Whether they are";
    algorithm
      for i in 2:size(x, 1) loop
        yes := yes and (x[i - 1] < x[i] or not strictly and x[i - 1] <= x[i]);
      end for;
    end ascends;

    function splineSlopes "Slopes of the splines at all points"
      extends Modelica.Icons.Function;
      input Real table[:, :] "First column: abscissae";
      input Integer columns[:] "Columns of the values";
      input Smoothness smoothness "Interpolation";
      input Boolean periodic "Whether the table repeats";
      output Real d[size(table, 1), size(columns, 1)] "Slopes, one column for each of the columns";
    algorithm
      for i in 1:size(table, 1) loop
        for j in 1:size(columns, 1) loop
          d[i, j] := splineSlope(table[:, 1], table[:, columns[j]], i, smoothness, periodic);
        end for;
      end for;
    end splineSlopes;

    class FileTable "A table over one variable in a file; without a file one row of zeros"
      extends ExternalObject;
      function constructor "Reads the file"
        input String fileName "The file, NoName if there is none";
        input String tableName "Name of the matrix in it";
        input Integer columns[:] "Columns that become outputs";
        input Smoothness smoothness "Interpolation";
        input Extrapolation extrapolation "What happens outside";
        input Boolean verbose "Whether it is told which file is read";
        input String delimiter "Between columns of a CSV file";
        input Integer nHeaderLines "Lines of a CSV file that are left out";
        input Real table[:, :] "Used if there is no file";
        output FileTable file "The table";
      external "C" file = ModelicaStandardTables_CombiTable1D_init3(fileName, tableName, table, size(table, 1), size(table, 2),
        columns, size(columns, 1), smoothness, extrapolation, verbose, delimiter, nHeaderLines);
      end constructor;

      function destructor "Frees the table"
        input FileTable file "The table";
      external "C" ModelicaStandardTables_CombiTable1D_close(file);
      end destructor;
    end FileTable;

    function fileValue "A column of a table in a file"
      extends Modelica.Icons.Function;
      input FileTable file "The table";
      input Integer column "Number of the output";
      input Real u "Abscissa";
      output Real y "Value";
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(file, column, u);
    end fileValue;

    function fileMin "First abscissa of a table in a file"
      extends Modelica.Icons.Function;
      input FileTable file "The table";
      output Real u "Abscissa";
    external "C" u = ModelicaStandardTables_CombiTable1D_minimumAbscissa(file);
    end fileMin;

    function fileMax "Last abscissa of a table in a file"
      extends Modelica.Icons.Function;
      input FileTable file "The table";
      output Real u "Abscissa";
    external "C" u = ModelicaStandardTables_CombiTable1D_maximumAbscissa(file);
    end fileMax;

    class FileTable2D "A table over two variables in a file; without a file one of zeros"
      extends ExternalObject;
      function constructor "Reads the file"
        input String fileName "The file, NoName if there is none";
        input String tableName "Name of the matrix in it";
        input Smoothness smoothness "Interpolation";
        input Extrapolation extrapolation "What happens outside";
        input Boolean verbose "Whether it is told which file is read";
        input String delimiter "Between columns of a CSV file";
        input Integer nHeaderLines "Lines of a CSV file that are left out";
        input Real table[:, :] "Used if there is no file";
        output FileTable2D file "The table";
      external "C" file = ModelicaStandardTables_CombiTable2D_init3(fileName, tableName, table, size(table, 1), size(table, 2),
        smoothness, extrapolation, verbose, delimiter, nHeaderLines);
      end constructor;

      function destructor "Frees the table"
        input FileTable2D file "The table";
      external "C" ModelicaStandardTables_CombiTable2D_close(file);
      end destructor;
    end FileTable2D;

    function fileValue2D "A value of a table in a file"
      extends Modelica.Icons.Function;
      input FileTable2D file "The table";
      input Real u1 "First abscissa";
      input Real u2 "Second abscissa";
      output Real y "Value";
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(file, u1, u2);
    end fileValue2D;

    class FileTimeTable "A table over time in a file; without a file one row of zeros"
      extends ExternalObject;
      function constructor "Reads the file"
        input String fileName "The file, NoName if there is none";
        input String tableName "Name of the matrix in it";
        input Integer columns[:] "Columns that become outputs";
        input Real start[2] "Start and shift, in table time";
        input Smoothness smoothness "Interpolation";
        input Extrapolation extrapolation "What happens outside";
        input Modelica.Blocks.Types.TimeEvents timeEvents "Which points are events";
        input Boolean verbose "Whether it is told which file is read";
        input String delimiter "Between columns of a CSV file";
        input Integer nHeaderLines "Lines of a CSV file that are left out";
        input Real table[:, :] "Used if there is no file";
        output FileTimeTable file "The table";
      external "C" file = ModelicaStandardTables_CombiTimeTable_init3(fileName, tableName, table, size(table, 1), size(table, 2),
        start[1], columns, size(columns, 1), smoothness, extrapolation, start[2], timeEvents, verbose, delimiter, nHeaderLines);
      end constructor;

      function destructor "Frees the table"
        input FileTimeTable file "The table";
      external "C" ModelicaStandardTables_CombiTimeTable_close(file);
      end destructor;
    end FileTimeTable;

    function fileTimeValue "A column of a table in a file"
      extends Modelica.Icons.Function;
      input FileTimeTable file "The table";
      input Integer column "Number of the output";
      input Real t "Table time";
      input Real next "Next point of the table";
      input Real before "The same, before the event";
      output Real y "Value";
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(file, column, t, next, before);
    end fileTimeValue;

    function fileTimeNext "Next point of a table in a file"
      extends Modelica.Icons.Function;
      input FileTimeTable file "The table";
      input Real t "Table time";
      output Real next "Time of the next point, Modelica.Constants.inf if there is none";
    external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(file, t);
    end fileTimeNext;

    function fileTimeMin "First time of a table in a file"
      extends Modelica.Icons.Function;
      input FileTimeTable file "The table";
      output Real t "Time";
    external "C" t = ModelicaStandardTables_CombiTimeTable_minimumTime(file);
    end fileTimeMin;

    function fileTimeMax "Last time of a table in a file"
      extends Modelica.Icons.Function;
      input FileTimeTable file "The table";
      output Real t "Time";
    external "C" t = ModelicaStandardTables_CombiTimeTable_maximumTime(file);
    end fileTimeMax;

    function locate "Place of a time in a table, and the next point of the table"
      extends Modelica.Icons.Function;
      input Real x[:] "Times, not descending";
      input Real t "Time";
      input Boolean periodic "Whether the table repeats";
      output Integer row "Number of points that are not after t";
      output Real base "Subtract this from t to come into the table";
      output Real next "Time of the next point, Modelica.Constants.inf if there is none";
    protected
      Integer n = size(x, 1) "Number of points";
      Real period "Duration of a repetition";
      Real tol "Times closer than this are the same: rounding must not delay an event";
      Integer low "Points up to here are not after t";
      Integer high "Points from here are after t";
      Integer mid "Point in question";
    algorithm
      if n == 0 then
        row := 0;
        base := 0;
        next := Modelica.Constants.inf;
        return;
      end if;
      tol := 1e-13*max({abs(t), abs(x[1]), abs(x[n])});
      period := x[n] - x[1];
      base := if periodic and period > 0 then period*floor((t - x[1] + tol)/period) else 0;
      low := 0;
      high := n + 1;
      while high - low > 1 loop
        mid := div(low + high, 2);
        if x[mid] <= t - base + tol then
          low := mid;
        else
          high := mid;
        end if;
      end while;
      row := low;
      if row < n then
        next := x[row + 1] + base;
      else
        next := Modelica.Constants.inf;
      end if;
      annotation(Documentation(info="<html>
<p>Of several points at the same time the last one counts. In a periodic table the last point is the first one of the
next repetition.</p>
</html>"));
    end locate;

    function unscale "From table time to simulation time; no next point stays no next point"
      extends Modelica.Icons.Function;
      input Real t "Table time";
      input Real timeScale "Unit of the table";
      input Real shiftTime "Added to the table";
      output Real result "Simulation time";
    algorithm
      result := if t >= Modelica.Constants.inf then Modelica.Constants.inf else t*timeScale + shiftTime;
    end unscale;

    function integerAt "Integer of a row, the first one before the table"
      extends Modelica.Icons.Function;
      input Real v[:] "Values";
      input Integer row "Row, 0 before the table";
      output Integer y "Value";
    algorithm
      y := integer(floor(v[max(row, 1)] + 0.5));
    end integerAt;

    function splineSlope "Slope of a spline at one point of the data"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae";
      input Real y[size(x, 1)] "Ordinates";
      input Integer i "Point";
      input Smoothness smoothness "Kind of spline";
      input Boolean periodic = false "Whether the table repeats: a spline that ends where it begins has no ends";
      output Real d "Slope; 0 if the interpolation is not a spline";
    protected
      Integer n = size(x, 1) "Number of points";
      Boolean closed "Whether there are no ends";
      Integer left "Left point of the segment on the left";
      Integer right "Left point of the segment on the right";
      Real m[4] "Slopes of the segments i-2, i-1, i, i+1, extended beyond the ends";
      Real hl "Length of the segment on the left";
      Real hr "Length of the segment on the right";
      Real wl "Weight of the slope on the left";
      Real wr "Weight of the slope on the right";
      Real p "Slope of the parabola through three points";
    algorithm
      d := 0;
      if n < 2 or smoothness == Smoothness.LinearSegments or smoothness == Smoothness.ConstantSegments then
        return;
      end if;
      if n == 2 then
        d := chord(x, y, 1);
        return;
      end if;
      closed := periodic and y[1] == y[n];
      for k in 1:4 loop
        m[k] := extendedChord(x, y, if closed then 1 + mod(i - 4 + k, n - 1) else i - 3 + k);
      end for;
      if smoothness == Smoothness.ContinuousDerivative or smoothness == Smoothness.ModifiedContinuousDerivative then
        wl := abs(m[4] - m[3]);
        wr := abs(m[2] - m[1]);
        if smoothness == Smoothness.ModifiedContinuousDerivative then
          wl := wl + abs(m[4] + m[3])/2;
          wr := wr + abs(m[2] + m[1])/2;
        end if;
        if wl + wr > 0 then
          d := (wl*m[2] + wr*m[3])/(wl + wr);
        else
          d := (m[2] + m[3])/2;
        end if;
      elseif not closed and (i == 1 or i == n) then
        d := chord(x, y, if i == 1 then 1 else n - 1);
      elseif m[2]*m[3] > 0 then
        left := if i == 1 then n - 1 else i - 1;
        right := if i == n then 1 else i;
        hl := x[left + 1] - x[left];
        hr := x[right + 1] - x[right];
        if smoothness == Smoothness.MonotoneContinuousDerivative1 then
          d := 3*(hl + hr)/((2*hr + hl)/m[2] + (hr + 2*hl)/m[3]);
        else
          p := (m[2]*hr + m[3]*hl)/(hl + hr);
          d := sign(m[2])*min({2*abs(m[2]), 2*abs(m[3]), abs(p)});
        end if;
      end if;
      annotation(Documentation(info="<html>
<p>Akima (1970) weights the slopes on both sides by how much the slopes beyond them differ; Fritsch and Butland (1984)
take a weighted harmonic mean; Steffen (1990) limits the slope of a parabola. The ends of the last two have the slope of
the first and the last segment.</p>
</html>"));
    end splineSlope;

    function chord "Slope between the points i and i+1; 0 across a jump"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae";
      input Real y[size(x, 1)] "Ordinates";
      input Integer i "Left point";
      output Real m "Slope";
    algorithm
      m := if x[i + 1] > x[i] then (y[i + 1] - y[i])/(x[i + 1] - x[i]) else 0;
    end chord;

    function extendedChord "Slope of a segment, extrapolated linearly beyond the ends"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae, at least three";
      input Real y[size(x, 1)] "Ordinates";
      input Integer i "Left point, from -1 to n+1";
      output Real m "Slope";
    protected
      Integer n = size(x, 1) "Number of points";
      Real a "Slope at the border";
      Real b "Slope of its neighbour inside";
    algorithm
      if i >= 1 and i <= n - 1 then
        m := chord(x, y, i);
      elseif i < 1 then
        a := chord(x, y, 1);
        b := chord(x, y, 2);
        m := a + (1 - i)*(a - b);
      else
        a := chord(x, y, n - 1);
        b := chord(x, y, n - 2);
        m := a + (i - n + 1)*(a - b);
      end if;
    end extendedChord;

    function segment "Value in a given segment"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae";
      input Real y[size(x, 1)] "Ordinates";
      input Real d[size(x, 1)] "Slopes of the spline";
      input Integer row "Number of points that are not after u";
      input Real u "Where";
      input Smoothness smoothness "Interpolation";
      input Extrapolation extrapolation "What happens outside";
      output Real v "Value";
    protected
      Integer n = size(x, 1) "Number of points";
      Integer i "Left point of the segment";
      Real h "Length of the segment";
      Real s "Place within the segment, from 0 to 1";
      Real slope "Slope at the border";
    algorithm
      if n == 1 then
        v := y[1];
        return;
      end if;
      if row < 1 or row >= n then
        assert(extrapolation <> Extrapolation.NoExtrapolation or (u >= x[1] and u <= x[n]),
          "The value " + String(u) + " is outside the table (" + String(x[1]) + " to " + String(x[n]) + ") and extrapolation is not allowed.");
        i := if row < 1 then 1 else n;
        if extrapolation <> Extrapolation.LastTwoPoints then
          slope := 0;
        elseif smoothness == Smoothness.LinearSegments or smoothness == Smoothness.ConstantSegments then
          slope := chord(x, y, if i == 1 then 1 else n - 1);
        else
          slope := d[i];
        end if;
        v := y[i] + slope*(u - x[i]);
      elseif smoothness == Smoothness.ConstantSegments then
        v := y[row];
      elseif smoothness == Smoothness.LinearSegments then
        v := y[row] + chord(x, y, row)*(u - x[row]);
      else
        h := x[row + 1] - x[row];
        s := (u - x[row])/h;
        v := y[row]*(1 + 2*s)*(1 - s)^2 + y[row + 1]*s^2*(3 - 2*s)
           + h*s*(1 - s)*(d[row]*(1 - s) - d[row + 1]*s);
      end if;
      annotation(derivative(noDerivative=x, noDerivative=y, noDerivative=d) = segment_der);
    end segment;

    function segment_der "Time derivative of the value in a given segment"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae";
      input Real y[size(x, 1)] "Ordinates";
      input Real d[size(x, 1)] "Slopes of the spline";
      input Integer row "Number of points that are not after u";
      input Real u "Where";
      input Smoothness smoothness "Interpolation";
      input Extrapolation extrapolation "What happens outside";
      input Real u_der "Derivative of u";
      output Real v_der "Derivative of the value";
    protected
      Integer n = size(x, 1) "Number of points";
      Integer i "Point at the border";
      Real s "Place within the segment, from 0 to 1";
      Real slope "Derivative by u";
    algorithm
      if n == 1 then
        slope := 0;
      elseif row < 1 or row >= n then
        i := if row < 1 then 1 else n;
        if extrapolation <> Extrapolation.LastTwoPoints then
          slope := 0;
        elseif smoothness == Smoothness.LinearSegments or smoothness == Smoothness.ConstantSegments then
          slope := chord(x, y, if i == 1 then 1 else n - 1);
        else
          slope := d[i];
        end if;
      elseif smoothness == Smoothness.ConstantSegments then
        slope := 0;
      elseif smoothness == Smoothness.LinearSegments then
        slope := chord(x, y, row);
      else
        s := (u - x[row])/(x[row + 1] - x[row]);
        slope := 6*s*(1 - s)*chord(x, y, row) + d[row]*(1 - s)*(1 - 3*s) - d[row + 1]*s*(2 - 3*s);
      end if;
      v_der := slope*u_der;
    end segment_der;

    function value "Value of a table"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae";
      input Real y[size(x, 1)] "Ordinates";
      input Real d[size(x, 1)] "Slopes of the spline";
      input Real u "Where";
      input Smoothness smoothness "Interpolation";
      input Extrapolation extrapolation "What happens outside";
      output Real v "Value";
    protected
      Integer row "Number of points that are not after u";
      Real base "Begin of the repetition";
      Real next "Next point, not used";
    algorithm
      (row, base, next) := locate(x, u, extrapolation == Extrapolation.Periodic);
      v := segment(x, y, d, row, u - base, smoothness, extrapolation);
      annotation(derivative(noDerivative=x, noDerivative=y, noDerivative=d) = value_der);
    end value;

    function value_der "Time derivative of the value of a table"
      extends Modelica.Icons.Function;
      input Real x[:] "Abscissae";
      input Real y[size(x, 1)] "Ordinates";
      input Real d[size(x, 1)] "Slopes of the spline";
      input Real u "Where";
      input Smoothness smoothness "Interpolation";
      input Extrapolation extrapolation "What happens outside";
      input Real u_der "Derivative of u";
      output Real v_der "Derivative of the value";
    protected
      Integer row "Number of points that are not after u";
      Real base "Begin of the repetition";
      Real next "Next point, not used";
    algorithm
      (row, base, next) := locate(x, u, extrapolation == Extrapolation.Periodic);
      v_der := segment_der(x, y, d, row, u - base, smoothness, extrapolation, u_der);
    end value_der;

    function value2D "Value of a table over two variables"
      extends Modelica.Icons.Function;
      input Real table[:, :] "Row 1: values of u2; column 1: values of u1";
      input Real u1 "First variable";
      input Real u2 "Second variable";
      input Smoothness smoothness "Interpolation";
      input Extrapolation extrapolation "What happens outside";
      output Real v "Value";
    protected
      Integer n1 = size(table, 1) - 1 "Number of values of u1";
      Integer n2 = size(table, 2) - 1 "Number of values of u2";
      Real x2[size(table, 2) - 1] = table[1, 2:size(table, 2)] "Values of u2";
      Real w[size(table, 1) - 1] "The table at u2, over the values of u1";
      Real d2[size(table, 2) - 1] "Slopes along a row";
      Real d1[size(table, 1) - 1] "Slopes along w";
      Smoothness kind "Constant segments are extrapolated by lines, and then in both variables";
    algorithm
      kind := if smoothness == Smoothness.ConstantSegments and extrapolation == Extrapolation.LastTwoPoints
        and (n1 > 1 and (u1 < table[2, 1] or u1 > table[end, 1]) or n2 > 1 and (u2 < table[1, 2] or u2 > table[1, end])) then
        Smoothness.LinearSegments else smoothness;
      for i in 1:n1 loop
        for j in 1:n2 loop
          d2[j] := splineSlope(x2, table[i + 1, 2:size(table, 2)], j, kind);
        end for;
        w[i] := value(x2, table[i + 1, 2:size(table, 2)], d2, u2, kind, extrapolation);
      end for;
      for i in 1:n1 loop
        d1[i] := splineSlope(table[2:size(table, 1), 1], w, i, kind);
      end for;
      v := value(table[2:size(table, 1), 1], w, d1, u1, kind, extrapolation);
      annotation(Documentation(info="<html>
<p>Interpolates along u2 in every row, then along u1 in the column so obtained. For straight lines and steps this is the
usual bilinear or step table; for splines it is the product of two one-dimensional splines.</p>
</html>"));
    end value2D;
  end Internal;

  annotation(Documentation(info="<html>
<p>Tables are given as matrices. This compact library does not read tables from files.</p>
</html>"));
end Tables;
