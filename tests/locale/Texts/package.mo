package Texts "Numbers that become texts, and texts that become numbers"
  import Modelica.Utilities.Streams;
  import Modelica.Utilities.Strings.*;

  function both "The same at compile time and in the run"
    input Real x;
    output Real y;
  algorithm
    y := scanReal("  " + String(x, significantDigits = 17) + " rest") + scanReal("12.5e-1;") + scanInteger(" 17,5");
    Streams.print("x = " + String(x) + ", " + String(2.5 * x, format = ".3f") + ", " + String(x, minimumLength = 12));
    assert(compare("GRÖSSE 1,5", "grÖsse 1,5", caseSensitive = false) == Modelica.Utilities.Types.Compare.Equal, "case");
  end both;

  model Numbers
    parameter Real p = both(0.1);
    parameter Real q(min = 0.25) = 1234567.890123456789e-3;
    Modelica.Blocks.Sources.CombiTimeTable table(tableOnFile = true, tableName = "tab",
      fileName = Modelica.Utilities.Files.loadResource("modelica://Texts/table.txt"));
    Modelica.Blocks.Tables.CombiTable1Ds csv(tableOnFile = true, tableName = "t",
      fileName = Modelica.Utilities.Files.loadResource("modelica://Texts/table.txt"));
    Real x(start = 0.5, fixed = true);
    Real late = delay(x, 0.0625);
    discrete Real s(start = 0.5, fixed = true);
  equation
    der(x) = -x + 0.25 * late;
    csv.u = time;
    when sample(0.1, 0.3) then
      s = both(x);
    end when;
    assert(x > 0.4, "x is small: " + String(x), AssertionLevel.warning);
  end Numbers;

  model Bad "An error with numbers in it"
    extends Numbers(q = -0.5, x(start = 0.75));
  equation
    assert(time < 0.625, "time is " + String(time));
  end Bad;
end Texts;
