within Modelica.Utilities;
package Internal "Parts that other packages are built from; do not use them directly"
  extends Modelica.Icons.InternalPackage;

  package PartialModelicaServices "Interfaces that ModelicaServices implements"
    extends Modelica.Icons.InternalPackage;

    package ExternalReferences "Files that belong to a library"
      extends Modelica.Icons.InternalPackage;

      partial function PartialLoadResource "Interface of loadResource"
        extends Modelica.Icons.Function;
        input String uri "URI or path";
        output String fileReference "Absolute path";
      end PartialLoadResource;
    end ExternalReferences;

    package System "Services of the operating system"
      extends Modelica.Icons.InternalPackage;

      partial function exitBase "Interface of exit"
        extends Modelica.Icons.Function;
        input Integer status = 0 "Exit status";
      end exitBase;
    end System;
  end PartialModelicaServices;

  package FileSystem "Operations on files"
    extends Modelica.Icons.InternalPackage;

    impure function stat "What a path names"
      extends Modelica.Icons.Function;
      input String name "Path";
      output Modelica.Utilities.Types.FileType fileType "Kind of file";
      external "C" fileType = ModelicaInternal_stat(name);
    end stat;
  end FileSystem;
end Internal;
