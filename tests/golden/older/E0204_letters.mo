package P
  function loadResource
    input String uri;
    output String path;
  external "C" path = ModelicaInternal_fullPathName(uri);
  end loadResource;
  pure function lines
    input String file;
    output Integer n;
  external "C" n = ModelicaInternal_countLines(file);
  end lines;
  model M
    Real x[lines(loadResource("modelica://Versioned/resources/LOAD.txt"))] = fill(time, 3);
  end M;
end P;
