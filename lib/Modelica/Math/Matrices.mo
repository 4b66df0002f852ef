within Modelica.Math;
package Matrices "Functions of matrices"
  extends Modelica.Icons.Package;

  function toString "A matrix as text, one row a line"
    extends Modelica.Icons.Function;
    input Real M[:, :] "Matrix";
    input String name = "" "Name shown before it";
    input Integer significantDigits = 6 "Digits shown";
    output String s = "" "Text";
  algorithm
    s := if name == "" then "" else name + " =\n";
    for i in 1:size(M, 1) loop
      for j in 1:size(M, 2) loop
        s := s + "  " + String(M[i, j], significantDigits=significantDigits);
      end for;
      s := s + "\n";
    end for;
  end toString;

  function isEqual "Whether two matrices agree within eps in every element"
    extends Modelica.Icons.Function;
    input Real M1[:, :] "First matrix";
    input Real M2[:, :] "Second matrix, may have another size";
    input Real eps(min=0) = 0 "Difference allowed";
    output Boolean result "True if equal so far";
  algorithm
    result := size(M1, 1) == size(M2, 1) and size(M1, 2) == size(M2, 2);
    if result then
      for i in 1:size(M1, 1) loop
        for j in 1:size(M1, 2) loop
          if abs(M1[i, j] - M2[i, j]) > eps then
            result := false;
          end if;
        end for;
      end for;
    end if;
  end isEqual;

  function LU "Triangular factors by Gauss elimination with row pivoting"
    extends Modelica.Icons.Function;
    input Real A[:, :] "Matrix of any shape";
    output Real LU[size(A, 1), size(A, 2)] = A "Factors in one matrix: U on and above the diagonal, L below it (its diagonal is 1)";
    output Integer pivots[min(size(A, 1), size(A, 2))] "Row i was exchanged with row pivots[i]";
    output Integer info "0: done; i > 0: pivot i is exactly zero";
  protected
    Integer p "Row of the pivot";
    Real swap "Element on its way";
  algorithm
    info := 0;
    for k in 1:min(size(A, 1), size(A, 2)) loop
      p := k;
      for i in k + 1:size(A, 1) loop
        if abs(LU[i, k]) > abs(LU[p, k]) then
          p := i;
        end if;
      end for;
      pivots[k] := p;
      if LU[p, k] == 0 then
        if info == 0 then
          info := k;
        end if;
      else
        if p <> k then
          for j in 1:size(A, 2) loop
            swap := LU[k, j];
            LU[k, j] := LU[p, j];
            LU[p, j] := swap;
          end for;
        end if;
        for i in k + 1:size(A, 1) loop
          LU[i, k] := LU[i, k]/LU[k, k];
          for j in k + 1:size(A, 2) loop
            LU[i, j] := LU[i, j] - LU[i, k]*LU[k, j];
          end for;
        end for;
      end if;
    end for;
  end LU;

  function LU_solve "Solve with factors that LU returned"
    extends Modelica.Icons.Function;
    input Real LU[:, size(LU, 1)] "Factors";
    input Integer pivots[size(LU, 1)] "Row exchanges";
    input Real b[size(LU, 1)] "Right-hand side";
    output Real x[size(b, 1)] = b "Solution of A*x = b";
  protected
    Integer n = size(LU, 1) "Number of unknowns";
    Integer i "Row from the back";
    Real swap "Element on its way";
  algorithm
    for k in 1:n loop
      swap := x[k];
      x[k] := x[pivots[k]];
      x[pivots[k]] := swap;
    end for;
    for k in 1:n loop
      for j in 1:k - 1 loop
        x[k] := x[k] - LU[k, j]*x[j];
      end for;
    end for;
    for k in 1:n loop
      i := n + 1 - k;
      for j in i + 1:n loop
        x[i] := x[i] - LU[i, j]*x[j];
      end for;
      x[i] := x[i]/LU[i, i];
    end for;
  end LU_solve;

  function LU_solve2 "Solve for several right-hand sides with factors that LU returned"
    extends Modelica.Icons.Function;
    input Real LU[:, size(LU, 1)] "Factors";
    input Integer pivots[size(LU, 1)] "Row exchanges";
    input Real B[size(LU, 1), :] "Right-hand sides, one a column";
    output Real X[size(B, 1), size(B, 2)] "Solution of A*X = B";
  algorithm
    for j in 1:size(B, 2) loop
      X[:, j] := LU_solve(LU, pivots, B[:, j]);
    end for;
  end LU_solve2;

  function solve "Solve A*x = b"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)] "Regular matrix";
    input Real b[size(A, 1)] "Right-hand side";
    output Real x[size(b, 1)] "Solution";
  protected
    Real F[size(A, 1), size(A, 1)] "Triangular factors";
    Integer pivots[size(A, 1)] "Row exchanges";
    Integer info "Not 0 if A is singular";
  algorithm
    (F, pivots, info) := LU(A);
    assert(info == 0, "Cannot solve A*x = b: the matrix A is singular.");
    x := LU_solve(F, pivots, b);
  end solve;

  function solve2 "Solve A*X = B"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)] "Regular matrix";
    input Real B[size(A, 1), :] "Right-hand sides, one a column";
    output Real X[size(B, 1), size(B, 2)] "Solutions, one a column";
  protected
    Real F[size(A, 1), size(A, 1)] "Triangular factors";
    Integer pivots[size(A, 1)] "Row exchanges";
    Integer info "Not 0 if A is singular";
  algorithm
    (F, pivots, info) := LU(A);
    assert(info == 0, "Cannot solve A*X = B: the matrix A is singular.");
    X := LU_solve2(F, pivots, B);
  end solve2;

  function leastSquares "Solve A*x = b in the least squares sense, A of full column rank"
    extends Modelica.Icons.Function;
    input Real A[:, :] "Matrix with at least as many rows as columns";
    input Real b[size(A, 1)] "Right-hand side";
    input Real rcond = 100*Modelica.Constants.eps "A column of which no more than this part is left, without what others explain, depends on them";
    output Real x[size(A, 2)] "Vector of least residual";
    output Integer rank "Rank found: the number of columns";
  protected
    Integer m = size(A, 1) "Rows";
    Integer n = size(A, 2) "Columns";
    Real Q[size(A, 1), size(A, 2)] = A "Orthonormal columns";
    Real R[size(A, 2), size(A, 2)] = zeros(size(A, 2), size(A, 2)) "Upper triangle";
    Real y[size(A, 2)] "Q'*b";
    Integer i "Row from the back";
  algorithm
    assert(m >= n, "leastSquares needs at least as many equations as unknowns.");
    for k in 1:n loop
      R[k, k] := sqrt(Q[:, k]*Q[:, k]);
      assert(R[k, k] > rcond*sqrt(A[:, k]*A[:, k]), "leastSquares needs linearly independent columns.");
      Q[:, k] := Q[:, k]/R[k, k];
      for j in k + 1:n loop
        R[k, j] := Q[:, k]*Q[:, j];
        Q[:, j] := Q[:, j] - R[k, j]*Q[:, k];
      end for;
    end for;
    y := transpose(Q)*b;
    for k in 1:n loop
      i := n + 1 - k;
      x[i] := y[i];
      for j in i + 1:n loop
        x[i] := x[i] - R[i, j]*x[j];
      end for;
      x[i] := x[i]/R[i, i];
    end for;
    rank := n;
  end leastSquares;

  function equalityLeastSquares "Minimise |A*x - a| subject to B*x = b"
    extends Modelica.Icons.Function;
    input Real A[:, :] "Matrix of the sum of squares";
    input Real a[size(A, 1)] "Its right-hand side";
    input Real B[:, size(A, 2)] "Matrix of the condition, of full row rank";
    input Real b[size(B, 1)] "Right-hand side of the condition";
    output Real x[size(A, 2)] "Solution";
  protected
    Integer n = size(A, 2) "Number of unknowns";
    Integer m = size(B, 1) "Number of conditions";
    Real K[size(A, 2) + size(B, 1), size(A, 2) + size(B, 1)] "Matrix of the optimality conditions";
    Real z[size(A, 2) + size(B, 1)] "Unknowns and Lagrange multipliers";
  algorithm
    K := [transpose(A)*A, transpose(B); B, zeros(m, m)];
    z := solve(K, cat(1, transpose(A)*a, b));
    x := z[1:n];
  end equalityLeastSquares;

  function trace "Sum of the diagonal"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)] "Square matrix";
    output Real result "Trace";
  algorithm
    result := sum(A[i, i] for i in 1:size(A, 1));
  end trace;

  function det "Determinant"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)] "Square matrix";
    output Real result "Determinant";
  protected
    Real F[size(A, 1), size(A, 1)] "Triangular factors";
    Integer pivots[size(A, 1)] "Row exchanges";
  algorithm
    (F, pivots) := LU(A);
    result := 1;
    for i in 1:size(A, 1) loop
      result := result*(if pivots[i] == i then F[i, i] else -F[i, i]);
    end for;
  end det;

  function inv "Inverse"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)] "Regular matrix";
    output Real invA[size(A, 1), size(A, 2)] "Inverse of A";
  protected
    Real F[size(A, 1), size(A, 1)] "Triangular factors";
    Integer pivots[size(A, 1)] "Row exchanges";
    Integer info "Not 0 if A is singular";
  algorithm
    (F, pivots, info) := LU(A);
    assert(info == 0, "The matrix is singular and has no inverse.");
    invA := LU_solve2(F, pivots, identity(size(A, 1)));
  end inv;

  function norm "p-norm for p = 1 and infinity, Frobenius norm is a function of its own"
    extends Modelica.Icons.Function;
    input Real A[:, :] "Matrix";
    input Real p(min=1) = 2 "1: largest column sum; Modelica.Constants.inf: largest row sum; 2: largest singular value";
    output Real result = 0.0 "Norm";
  protected
    Real v[size(A, 2)] = fill(1.0, size(A, 2)) "Direction of largest stretch, found by iteration";
    Real w[size(A, 2)] "A'*A*v";
    Real last "Norm one turn earlier";
    Integer turns = 0 "Turns taken";
  algorithm
    if min(size(A)) == 0 then
      result := 0;
    elseif p == 1 then
      result := max(sum(abs(A[:, j])) for j in 1:size(A, 2));
    elseif p >= Modelica.Constants.inf then
      result := max(sum(abs(A[i, :])) for i in 1:size(A, 1));
    else
      assert(p == 2, "Only the norms p = 1, 2 and infinity of a matrix are defined.");
      for i in 1:size(A, 2) loop
        v[i] := 1 + 0.1*i;
      end for;
      last := -1;
      while turns < 1000 and abs(result - last) > 1e-14*result loop
        v := v/sqrt(v*v);
        w := transpose(A)*(A*v);
        last := result;
        result := sqrt(sqrt(w*w));
        turns := turns + 1;
        if result > 0 then
          v := w;
        else
          last := result;
        end if;
      end while;
    end if;
  end norm;

  function frobeniusNorm "Root of the sum of all squares"
    extends Modelica.Icons.Function;
    input Real A[:, :] "Matrix";
    output Real result "Norm";
  algorithm
    result := sqrt(sum(A.*A));
  end frobeniusNorm;

  function exp "Matrix exponential exp(A*T)"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)] "Square matrix";
    input Real T = 1 "Factor, usually a time";
    output Real phi[size(A, 1), size(A, 1)] "exp(A*T)";
  protected
    Integer n = size(A, 1) "Rows";
    Real M[size(A, 1), size(A, 1)] "A*T scaled down by 2^k";
    Real term[size(A, 1), size(A, 1)] "Term of the series";
    Integer k = 0 "Number of squarings";
    Real s "Norm of A*T, halved k times";
  algorithm
    s := norm(A, 1)*abs(T);
    while s > 0.5 loop
      s := s/2;
      k := k + 1;
    end while;
    M := A*(T/2^k);
    phi := identity(n);
    term := identity(n);
    for i in 1:18 loop
      term := term*M/i;
      phi := phi + term;
    end for;
    for i in 1:k loop
      phi := phi*phi;
    end for;
    annotation(Documentation(info="<html>
<p>The matrix is halved until its norm is at most 1/2, where eighteen terms of the series reach the precision of the
machine; the result is then squared back.</p>
</html>"));
  end exp;

  function flipLeftRight "Columns from right to left"
    extends Modelica.Icons.Function;
    input Real A[:, :] "Matrix";
    output Real Aflip[size(A, 1), size(A, 2)] "Mirrored matrix";
  algorithm
    for j in 1:size(A, 2) loop
      Aflip[:, j] := A[:, size(A, 2) + 1 - j];
    end for;
  end flipLeftRight;

  function flipUpDown "Rows from bottom to top"
    extends Modelica.Icons.Function;
    input Real A[:, :] "Matrix";
    output Real Aflip[size(A, 1), size(A, 2)] "Mirrored matrix";
  algorithm
    for i in 1:size(A, 1) loop
      Aflip[i, :] := A[size(A, 1) + 1 - i, :];
    end for;
  end flipUpDown;

  annotation(Documentation(info="<html>
<p>Everything here is Modelica code without an external library; functions that need eigenvalues or singular values in
general are left out.</p>
</html>"));
end Matrices;
