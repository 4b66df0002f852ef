within Modelica.Utilities;
package Streams "Reading and writing text"
  extends Modelica.Icons.FunctionsPackage;

  impure function print "Write a line to the terminal or to the end of a file"
    extends Modelica.Icons.Function;
    input String string = "" "The line";
    input String fileName = "" "File; empty: the terminal";
    external "C" ModelicaInternal_print(string, fileName);
  end print;

  impure function readFile "All lines of a file"
    extends Modelica.Icons.Function;
    input String fileName "File";
    output String stringVector[countLines(fileName)] "Its lines";
    external "C" ModelicaInternal_readFile(fileName, stringVector, size(stringVector, 1));
  end readFile;

  impure function readLine "One line of a file"
    extends Modelica.Icons.Function;
    input String fileName "File";
    input Integer lineNumber(min=1) "Number of the line";
    output String string "The line";
    output Boolean endOfFile "True: the file has fewer lines";
    external "C" string = ModelicaInternal_readLine(fileName, lineNumber, endOfFile);
  end readLine;

  impure function countLines "Number of lines of a file"
    extends Modelica.Icons.Function;
    input String fileName "File";
    output Integer numberOfLines "Its number of lines";
    external "C" numberOfLines = ModelicaInternal_countLines(fileName);
  end countLines;

  pure function error "Stop with a message"
    extends Modelica.Icons.Function;
    input String string "What went wrong";
  algorithm
    assert(false, string);
  end error;

  impure function close "Close a file that print or readLine left open"
    extends Modelica.Icons.Function;
    input String fileName "File";
    external "C" ModelicaStreams_closeFile(fileName);
  end close;
end Streams;
