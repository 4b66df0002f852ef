within Modelica.Utilities;
package Types "Types of the utilities"
  extends Modelica.Icons.TypesPackage;

  type Compare = enumeration(
    Less "The first comes before the second",
    Equal "Both are the same",
    Greater "The first comes after the second") "Outcome of a comparison";

  type FileType = enumeration(
    NoFile "There is no such file",
    RegularFile "An ordinary file",
    Directory "A directory",
    SpecialFile "A pipe, a device or the like") "What a path names";

  type TokenType = enumeration(
    RealToken "Real number",
    IntegerToken "Integer",
    BooleanToken "true or false",
    StringToken "Text in quotation marks",
    IdentifierToken "Name",
    DelimiterToken "Punctuation",
    NoToken "Nothing left") "Kinds of token";

  record TokenValue "A token that was read from a text"
    extends Modelica.Icons.Record;
    TokenType tokenType "Which of the following fields holds the value";
    Real real "Value of a Real number";
    Integer integer "Value of an Integer";
    Boolean boolean "Value of a Boolean";
    String string "Text, name or delimiter";
  end TokenValue;
end Types;
