within Modelica.Utilities;
package System "Environment of the running program"
  extends Modelica.Icons.FunctionsPackage;

  impure function getWorkDirectory "Current directory"
    extends Modelica.Icons.Function;
    output String directory "Its path";
    external "C" directory = ModelicaInternal_getcwd(0);
  end getWorkDirectory;

  impure function getEnvironmentVariable "Value of an environment variable"
    extends Modelica.Icons.Function;
    input String name "Name";
    input Boolean convertToSlash = false "True: backslashes become slashes";
    output String content "Value, empty if not set";
    output Boolean exist "Whether it is set";
    external "C" ModelicaInternal_getenv(name, convertToSlash, content, exist);
  end getEnvironmentVariable;

  impure function getTime "Local time"
    extends Modelica.Icons.Function;
    output Integer ms "Millisecond";
    output Integer sec "Second";
    output Integer min "Minute";
    output Integer hour "Hour";
    output Integer day "Day of the month";
    output Integer mon "Month";
    output Integer year "Year";
    external "C" ModelicaInternal_getTime(ms, sec, min, hour, day, mon, year);
  end getTime;

  impure function exit "End the run"
    extends ModelicaServices.System.exit;
  end exit;
end System;
