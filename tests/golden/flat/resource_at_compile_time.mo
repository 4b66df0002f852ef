// What a file of a library says may decide the structure of a model.
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
  pure function line
    input String file;
    input Integer k;
    output String text;
    output Boolean end_of_file;
  external "C" text = ModelicaInternal_readLine(file, k, end_of_file);
  end line;
  pure function number "Of the first line that begins with the word"
    input String word;
    input String file;
    output Integer n = 0;
  protected
    String text;
    Integer k = 1;
    Integer next;
    Boolean done;
    function length
      input String s;
      output Integer n;
    external "C" n = ModelicaStrings_length(s);
    end length;
    function part
      input String s;
      input Integer first;
      input Integer last;
      output String t;
    external "C" t = ModelicaStrings_substring(s, first, last);
    end part;
    function scan
      input String s;
      input Integer first;
      input Boolean unsigned;
      output Integer next;
      output Integer number;
    external "C" ModelicaStrings_scanInteger(s, first, unsigned, next, number);
    end scan;
  algorithm
    (text, done) := line(file, k);
    while not done and part(text, 1, length(word)) <> word loop
      k := k + 1;
      (text, done) := line(file, k);
    end while;
    if not done then
      (next, n) := scan(text, length(word) + 3, false);
    end if;
  end number;
  model Load
    parameter String file;
    parameter Integer n = number("hours", loadResource(file));
    Real x[lines(loadResource(file)) + n];
    Real y if number("days", loadResource(file)) > 0;
  equation
    for i in 1:size(x, 1) loop
      x[i] = i*time;
    end for;
  end Load;
  model M
    Load load(final file = "modelica://Versioned/Resources/Load.txt", final n = 3);
  end M;
end P;
