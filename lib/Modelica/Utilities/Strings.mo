within Modelica.Utilities;
package Strings "Functions of text"
  extends Modelica.Icons.FunctionsPackage;

  pure function length "Number of characters"
    extends Modelica.Icons.Function;
    input String string "Text";
    output Integer result "Its length";
    external "C" result = ModelicaStrings_length(string);
  end length;

  pure function substring "Part of a text"
    extends Modelica.Icons.Function;
    input String string "Text";
    input Integer startIndex(min=1) "First character of the part";
    input Integer endIndex "Last character of the part";
    output String result "The part";
    external "C" result = ModelicaStrings_substring(string, startIndex, endIndex);
  end substring;

  function repeat "A text n times over"
    extends Modelica.Icons.Function;
    input Integer n(min=0) = 1 "How often";
    input String string = " " "Text";
    output String repeatedString "string + string + ...";
  algorithm
    repeatedString := "";
    for i in 1:n loop
      repeatedString := repeatedString + string;
    end for;
  end repeat;

  pure function compare "Order of two texts"
    extends Modelica.Icons.Function;
    input String string1 "First text";
    input String string2 "Second text";
    input Boolean caseSensitive = true "False: a and A are the same";
    output Modelica.Utilities.Types.Compare result "Where the first stands";
    external "C" result = ModelicaStrings_compare(string1, string2, caseSensitive);
  end compare;

  function isEqual "Whether two texts are the same"
    extends Modelica.Icons.Function;
    input String string1 "First text";
    input String string2 "Second text";
    input Boolean caseSensitive = true "False: a and A are the same";
    output Boolean identical "True if the same";
  algorithm
    identical := compare(string1, string2, caseSensitive) == Modelica.Utilities.Types.Compare.Equal;
  end isEqual;

  function isEmpty "Whether a text holds nothing but white space"
    extends Modelica.Icons.Function;
    input String string "Text";
    output Boolean result "True if there is nothing to see";
  algorithm
    result := Advanced.skipWhiteSpace(string, 1) > length(string);
  end isEmpty;

  function count "How often one text occurs in another, without overlap"
    extends Modelica.Icons.Function;
    input String string "Text to search";
    input String searchString "What to look for";
    input Integer startIndex(min=1) = 1 "Where to begin";
    input Boolean caseSensitive = true "False: a and A are the same";
    output Integer result "Number of occurrences";
  protected
    Integer i = startIndex "Where the search goes on";
  algorithm
    result := 0;
    i := find(string, searchString, i, caseSensitive);
    while i > 0 loop
      result := result + 1;
      i := find(string, searchString, i + max(1, length(searchString)), caseSensitive);
    end while;
  end count;

  function find "First occurrence of one text in another"
    extends Modelica.Icons.Function;
    input String string "Text to search";
    input String searchString "What to look for";
    input Integer startIndex(min=1) = 1 "Where to begin";
    input Boolean caseSensitive = true "False: a and A are the same";
    output Integer index "Place of its first character, 0 if absent";
  protected
    Integer n = length(searchString) "Length of what to look for";
    Integer i = startIndex "Place looked at";
  algorithm
    index := 0;
    while index == 0 and n > 0 and i + n - 1 <= length(string) loop
      if isEqual(substring(string, i, i + n - 1), searchString, caseSensitive) then
        index := i;
      end if;
      i := i + 1;
    end while;
  end find;

  function findLast "Last occurrence of one text in another"
    extends Modelica.Icons.Function;
    input String string "Text to search";
    input String searchString "What to look for";
    input Integer startIndex(min=0) = 0 "Where to begin, going to the front; 0: at the end";
    input Boolean caseSensitive = true "False: a and A are the same";
    output Integer index "Place of its first character, 0 if absent";
  protected
    Integer n = length(searchString) "Length of what to look for";
    Integer i = length(string) - length(searchString) + 1 "Place looked at";
  algorithm
    index := 0;
    if startIndex > 0 then
      i := min(i, startIndex);
    end if;
    while index == 0 and n > 0 and i >= 1 loop
      if isEqual(substring(string, i, i + n - 1), searchString, caseSensitive) then
        index := i;
      end if;
      i := i - 1;
    end while;
  end findLast;

  function replace "Put one text in place of another"
    extends Modelica.Icons.Function;
    input String string "Text";
    input String searchString "What to replace";
    input String replaceString "What to put there";
    input Integer startIndex = 1 "Where to begin";
    input Boolean replaceAll = true "False: only the first occurrence";
    input Boolean caseSensitive = true "False: a and A are the same";
    output String result "The changed text";
  protected
    Integer n = length(string) "Length of the text";
    Integer from = startIndex "First character not yet in the result";
    Integer i "Occurrence";
  algorithm
    result := if startIndex > 1 then substring(string, 1, startIndex - 1) else "";
    i := find(string, searchString, from, caseSensitive);
    while i > 0 loop
      if i > from then
        result := result + substring(string, from, i - 1);
      end if;
      result := result + replaceString;
      from := i + length(searchString);
      i := if replaceAll then find(string, searchString, from, caseSensitive) else 0;
    end while;
    if from <= n then
      result := result + substring(string, from, n);
    end if;
  end replace;

  function sort "Sort texts"
    extends Modelica.Icons.Function;
    input String stringVector1[:] "Texts";
    input Boolean caseSensitive = true "False: a and A are the same";
    output String stringVector2[size(stringVector1, 1)] = stringVector1 "Texts in order";
  protected
    String x "Text to be placed";
    Integer j "Candidate place";
    Boolean moving "Whether it still moves to the front";
  algorithm
    for i in 2:size(stringVector1, 1) loop
      x := stringVector2[i];
      j := i;
      moving := true;
      while moving loop
        if j > 1 then
          moving := compare(x, stringVector2[j - 1], caseSensitive) == Modelica.Utilities.Types.Compare.Less;
        else
          moving := false;
        end if;
        if moving then
          stringVector2[j] := stringVector2[j - 1];
          j := j - 1;
        end if;
      end while;
      stringVector2[j] := x;
    end for;
  end sort;

  pure function hashString "A number that different texts rarely share"
    extends Modelica.Icons.Function;
    input String string "Text";
    output Integer hash "Its hash";
    external "C" hash = ModelicaStrings_hashString(string);
  end hashString;

  function scanReal "Read a Real number"
    extends Modelica.Icons.Function;
    input String string "Text";
    input Integer startIndex(min=1) = 1 "Where to begin";
    input Boolean unsigned = false "True: a sign is an error";
    input String message = "" "Put into the error message";
    output Real number "The number";
    output Integer nextIndex "First character after it";
  algorithm
    (nextIndex, number) := Advanced.scanReal(string, startIndex, unsigned);
    if nextIndex == startIndex then
      syntaxError(string, startIndex, "a Real number is expected. " + message);
    end if;
  end scanReal;

  function scanInteger "Read an Integer"
    extends Modelica.Icons.Function;
    input String string "Text";
    input Integer startIndex(min=1) = 1 "Where to begin";
    input Boolean unsigned = false "True: a sign is an error";
    input String message = "" "Put into the error message";
    output Integer number "The number";
    output Integer nextIndex "First character after it";
  algorithm
    (nextIndex, number) := Advanced.scanInteger(string, startIndex, unsigned);
    if nextIndex == startIndex then
      syntaxError(string, startIndex, "an Integer is expected. " + message);
    end if;
  end scanInteger;

  function syntaxError "Stop because a text cannot be read"
    extends Modelica.Icons.Function;
    input String string "Text";
    input Integer index "Place of the mistake";
    input String message = "" "What was expected";
  algorithm
    Modelica.Utilities.Streams.error("Cannot read \"" + string + "\" at character " + String(index) + ": " + message);
  end syntaxError;

  package Advanced "Scanners that report failure instead of stopping"
    extends Modelica.Icons.FunctionsPackage;

    pure function scanReal "Read a Real number"
      extends Modelica.Icons.Function;
      input String string "Text";
      input Integer startIndex(min=1) = 1 "Where to begin";
      input Boolean unsigned = false "True: a sign is not accepted";
      output Integer nextIndex "First character after it; startIndex if there is no number";
      output Real number "The number";
      external "C" ModelicaStrings_scanReal(string, startIndex, unsigned, nextIndex, number);
    end scanReal;

    pure function scanInteger "Read an Integer"
      extends Modelica.Icons.Function;
      input String string "Text";
      input Integer startIndex(min=1) = 1 "Where to begin";
      input Boolean unsigned = false "True: a sign is not accepted";
      output Integer nextIndex "First character after it; startIndex if there is no number";
      output Integer number "The number";
      external "C" ModelicaStrings_scanInteger(string, startIndex, unsigned, nextIndex, number);
    end scanInteger;

    pure function scanString "Read a text in quotation marks"
      extends Modelica.Icons.Function;
      input String string "Text";
      input Integer startIndex(min=1) = 1 "Where to begin";
      output Integer nextIndex "First character after it; startIndex if there is none";
      output String string2 "What stands between the marks";
      external "C" ModelicaStrings_scanString(string, startIndex, nextIndex, string2);
    end scanString;

    pure function scanIdentifier "Read a name"
      extends Modelica.Icons.Function;
      input String string "Text";
      input Integer startIndex(min=1) = 1 "Where to begin";
      output Integer nextIndex "First character after it; startIndex if there is none";
      output String identifier "The name";
      external "C" ModelicaStrings_scanIdentifier(string, startIndex, nextIndex, identifier);
    end scanIdentifier;

    pure function skipWhiteSpace "Skip blanks, tabs and ends of lines"
      extends Modelica.Icons.Function;
      input String string "Text";
      input Integer startIndex(min=1) = 1 "Where to begin";
      output Integer nextIndex "First character that is something else";
      external "C" nextIndex = ModelicaStrings_skipWhiteSpace(string, startIndex);
    end skipWhiteSpace;
  end Advanced;
end Strings;
