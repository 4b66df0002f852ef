model M // °C in Latin-1
  Real x;
end M;
