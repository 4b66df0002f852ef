function f external; end f; function g external "C"; end g;
