within Modelica.Utilities;
package Files "Paths and files"
  extends Modelica.Icons.FunctionsPackage;

  impure function exist "Whether a file or directory exists"
    extends Modelica.Icons.Function;
    input String name "Path";
    output Boolean result "True if it exists";
  algorithm
    result := Modelica.Utilities.Internal.FileSystem.stat(name) <> Modelica.Utilities.Types.FileType.NoFile;
  end exist;

  impure function fullPathName "Absolute path"
    extends Modelica.Icons.Function;
    input String name "Path";
    output String fullName "The same file from the root";
    external "C" fullName = ModelicaInternal_fullPathName(name);
  end fullPathName;

  function loadResource "Path of the file that a URI or a path names"
    extends Modelica.Utilities.Internal.PartialModelicaServices.ExternalReferences.PartialLoadResource;
    external "C" fileReference = ModelicaInternal_fullPathName(uri);
    annotation(Documentation(info="<html>
<p>The compiler replaces a call with a <code>modelica://</code> URI by the path it stands for; any other text is taken
as a path.</p>
</html>"));
  end loadResource;
end Files;
