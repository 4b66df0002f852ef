model M
  Modelica_Unknown.Thing t;
  Reall x;
end M;
