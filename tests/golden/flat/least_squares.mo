package P
  function dgelsy
    input Real A[:, :];
    input Real B[size(A, 1), :];
    input Real rcond;
    output Real X[max(size(A, 1), size(A, 2)), size(B, 2)] =
      cat(1, B, zeros(max(size(A, 1), size(A, 2)) - size(A, 1), size(B, 2)));
    output Integer info;
    output Integer rank;
  protected
    Real work[100];
    Real Awork[size(A, 1), size(A, 2)] = A;
    Integer pivot[size(A, 2)] = zeros(size(A, 2));
  external "FORTRAN 77" dgelsy(size(A, 1), size(A, 2), size(B, 2), Awork, size(A, 1), X,
    size(X, 1), pivot, rcond, rank, work, 100, info);
  end dgelsy;

  // A X = B in thousandths, then the rank
  function solve
    input Real A[:, :];
    input Real B[size(A, 1), :];
    output Integer x[size(A, 2)*size(B, 2) + 1];
  protected
    Real X[max(size(A, 1), size(A, 2)), size(B, 2)];
    Real info;
    Integer rank;
  algorithm
    (X, info, rank) := dgelsy(A, B, 1e-13);
    assert(info == 0, "no solution");
    for i in 1:size(A, 2) loop
      for j in 1:size(B, 2) loop
        x[(i - 1)*size(B, 2) + j] := integer(1000*X[i, j] + 0.5);
      end for;
    end for;
    x[end] := rank;
  end solve;

  model M
    constant Integer regular[:] = solve([1, 2; 3, 4], [5; 6]);
    constant Integer fitted[:] = solve([1, 2; 2, 5; 3, 6], [1, 2; 3, 4; 5, 6]);
    constant Integer shortest[:] = solve([1, 2, 3; 4, 5, 6], [1; 2]);
    constant Integer deficient[:] = solve([1, 2; 2, 4; 3, 6], [1; 2; 3.1]);
    constant Integer nothing[:] = solve([0, 0; 0, 0], [1; 2]);
    parameter Integer p1[:] = {regular[i] for i in 1:3};
    parameter Integer p2[:] = {fitted[i] for i in 1:5};
    parameter Integer p3[:] = {shortest[i] for i in 1:4};
    parameter Integer p4[:] = {deficient[i] for i in 1:3};
    parameter Integer p5[:] = {nothing[i] for i in 1:3};
  end M;
end P;
