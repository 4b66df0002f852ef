package DEVSLib "Parallel DEVS models in Modelica: atomic, coupled, and mixed with physical models"
end DEVSLib;
