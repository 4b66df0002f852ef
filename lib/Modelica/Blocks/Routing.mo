within Modelica.Blocks;
package Routing "Combine and split signals"
  extends Modelica.Icons.Package;

  block Replicator "Copies of one signal"
    extends Modelica.Blocks.Interfaces.SIMO;
  equation
    y = fill(u, nout);
  end Replicator;

  block IntegerReplicator "Copies of one Integer signal"
    extends Modelica.Blocks.Icons.IntegerBlock;
    parameter Integer nout = 1 "Number of outputs";
    Modelica.Blocks.Interfaces.IntegerInput u "Input";
    Modelica.Blocks.Interfaces.IntegerOutput y[nout] "Outputs";
  equation
    y = fill(u, nout);
  end IntegerReplicator;

  block BooleanReplicator "Copies of one Boolean signal"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer nout = 1 "Number of outputs";
    Modelica.Blocks.Interfaces.BooleanInput u "Input";
    Modelica.Blocks.Interfaces.BooleanOutput y[nout] "Outputs";
  equation
    y = fill(u, nout);
  end BooleanReplicator;

  block ExtractSignal "Some elements of a vector"
    extends Modelica.Blocks.Interfaces.MIMO;
    parameter Integer extract[nout] = 1:nout "Which elements";
  equation
    for i in 1:nout loop
      y[i] = u[extract[i]];
    end for;
  end ExtractSignal;

  block Extractor "One element of a vector, chosen by an input"
    extends Modelica.Blocks.Interfaces.MISO;
    parameter Boolean allowOutOfRange = false "False: an index outside is an error";
    parameter Real outOfRangeValue = 1e10 "Output for an index outside, if allowed";
    Modelica.Blocks.Interfaces.IntegerInput index "Which element";
  protected
    Real k[nin] "1 for the chosen element, 0 for the others";
  equation
    assert(allowOutOfRange or (index >= 1 and index <= nin), "The index of an Extractor is outside its vector.");
    for i in 1:nin loop
      k[i] = if index == i then 1 else 0;
    end for;
    y = if index < 1 or index > nin then outOfRangeValue else k*u;
  end Extractor;

  block Multiplex "Any number of signals as a vector"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n(min=0) = 0 "Number of signals" annotation(Dialog(connectorSizing=true));
    Modelica.Blocks.Interfaces.RealVectorInput u[n] "Inputs";
    Modelica.Blocks.Interfaces.RealOutput y[n + 0] "Output";
  equation
    y = u;
  end Multiplex;

  block Multiplex2 "Two vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of input 1";
    parameter Integer n2 = 1 "Size of input 2";
    Modelica.Blocks.Interfaces.RealInput u1[n1] "Input 1";
    Modelica.Blocks.Interfaces.RealInput u2[n2] "Input 2";
    Modelica.Blocks.Interfaces.RealOutput y[n1 + n2] "Output";
  equation
    y = cat(1, u1, u2);
  end Multiplex2;

  block Multiplex3 "Three vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of input 1";
    parameter Integer n2 = 1 "Size of input 2";
    parameter Integer n3 = 1 "Size of input 3";
    Modelica.Blocks.Interfaces.RealInput u1[n1] "Input 1";
    Modelica.Blocks.Interfaces.RealInput u2[n2] "Input 2";
    Modelica.Blocks.Interfaces.RealInput u3[n3] "Input 3";
    Modelica.Blocks.Interfaces.RealOutput y[n1 + n2 + n3] "Output";
  equation
    y = cat(1, u1, u2, u3);
  end Multiplex3;

  block Multiplex4 "Four vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of input 1";
    parameter Integer n2 = 1 "Size of input 2";
    parameter Integer n3 = 1 "Size of input 3";
    parameter Integer n4 = 1 "Size of input 4";
    Modelica.Blocks.Interfaces.RealInput u1[n1] "Input 1";
    Modelica.Blocks.Interfaces.RealInput u2[n2] "Input 2";
    Modelica.Blocks.Interfaces.RealInput u3[n3] "Input 3";
    Modelica.Blocks.Interfaces.RealInput u4[n4] "Input 4";
    Modelica.Blocks.Interfaces.RealOutput y[n1 + n2 + n3 + n4] "Output";
  equation
    y = cat(1, u1, u2, u3, u4);
  end Multiplex4;

  block Multiplex5 "Five vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of input 1";
    parameter Integer n2 = 1 "Size of input 2";
    parameter Integer n3 = 1 "Size of input 3";
    parameter Integer n4 = 1 "Size of input 4";
    parameter Integer n5 = 1 "Size of input 5";
    Modelica.Blocks.Interfaces.RealInput u1[n1] "Input 1";
    Modelica.Blocks.Interfaces.RealInput u2[n2] "Input 2";
    Modelica.Blocks.Interfaces.RealInput u3[n3] "Input 3";
    Modelica.Blocks.Interfaces.RealInput u4[n4] "Input 4";
    Modelica.Blocks.Interfaces.RealInput u5[n5] "Input 5";
    Modelica.Blocks.Interfaces.RealOutput y[n1 + n2 + n3 + n4 + n5] "Output";
  equation
    y = cat(1, u1, u2, u3, u4, u5);
  end Multiplex5;

  block Multiplex6 "Six vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of input 1";
    parameter Integer n2 = 1 "Size of input 2";
    parameter Integer n3 = 1 "Size of input 3";
    parameter Integer n4 = 1 "Size of input 4";
    parameter Integer n5 = 1 "Size of input 5";
    parameter Integer n6 = 1 "Size of input 6";
    Modelica.Blocks.Interfaces.RealInput u1[n1] "Input 1";
    Modelica.Blocks.Interfaces.RealInput u2[n2] "Input 2";
    Modelica.Blocks.Interfaces.RealInput u3[n3] "Input 3";
    Modelica.Blocks.Interfaces.RealInput u4[n4] "Input 4";
    Modelica.Blocks.Interfaces.RealInput u5[n5] "Input 5";
    Modelica.Blocks.Interfaces.RealInput u6[n6] "Input 6";
    Modelica.Blocks.Interfaces.RealOutput y[n1 + n2 + n3 + n4 + n5 + n6] "Output";
  equation
    y = cat(1, u1, u2, u3, u4, u5, u6);
  end Multiplex6;

  block DeMultiplex "A vector as any number of signals"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n(min=0) = 0 "Number of signals" annotation(Dialog(connectorSizing=true));
    Modelica.Blocks.Interfaces.RealInput u[n + 0] "Input";
    Modelica.Blocks.Interfaces.RealVectorOutput y[n] "Outputs";
  equation
    y = u;
  end DeMultiplex;

  block DeMultiplex2 "A vector cut into two"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of output 1";
    parameter Integer n2 = 1 "Size of output 2";
    Modelica.Blocks.Interfaces.RealInput u[n1 + n2] "Input";
    Modelica.Blocks.Interfaces.RealOutput y1[n1] "Output 1";
    Modelica.Blocks.Interfaces.RealOutput y2[n2] "Output 2";
  equation
    u = cat(1, y1, y2);
  end DeMultiplex2;

  block DeMultiplex3 "A vector cut into three"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of output 1";
    parameter Integer n2 = 1 "Size of output 2";
    parameter Integer n3 = 1 "Size of output 3";
    Modelica.Blocks.Interfaces.RealInput u[n1 + n2 + n3] "Input";
    Modelica.Blocks.Interfaces.RealOutput y1[n1] "Output 1";
    Modelica.Blocks.Interfaces.RealOutput y2[n2] "Output 2";
    Modelica.Blocks.Interfaces.RealOutput y3[n3] "Output 3";
  equation
    u = cat(1, y1, y2, y3);
  end DeMultiplex3;

  block DeMultiplex4 "A vector cut into four"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of output 1";
    parameter Integer n2 = 1 "Size of output 2";
    parameter Integer n3 = 1 "Size of output 3";
    parameter Integer n4 = 1 "Size of output 4";
    Modelica.Blocks.Interfaces.RealInput u[n1 + n2 + n3 + n4] "Input";
    Modelica.Blocks.Interfaces.RealOutput y1[n1] "Output 1";
    Modelica.Blocks.Interfaces.RealOutput y2[n2] "Output 2";
    Modelica.Blocks.Interfaces.RealOutput y3[n3] "Output 3";
    Modelica.Blocks.Interfaces.RealOutput y4[n4] "Output 4";
  equation
    u = cat(1, y1, y2, y3, y4);
  end DeMultiplex4;

  block DeMultiplex5 "A vector cut into five"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of output 1";
    parameter Integer n2 = 1 "Size of output 2";
    parameter Integer n3 = 1 "Size of output 3";
    parameter Integer n4 = 1 "Size of output 4";
    parameter Integer n5 = 1 "Size of output 5";
    Modelica.Blocks.Interfaces.RealInput u[n1 + n2 + n3 + n4 + n5] "Input";
    Modelica.Blocks.Interfaces.RealOutput y1[n1] "Output 1";
    Modelica.Blocks.Interfaces.RealOutput y2[n2] "Output 2";
    Modelica.Blocks.Interfaces.RealOutput y3[n3] "Output 3";
    Modelica.Blocks.Interfaces.RealOutput y4[n4] "Output 4";
    Modelica.Blocks.Interfaces.RealOutput y5[n5] "Output 5";
  equation
    u = cat(1, y1, y2, y3, y4, y5);
  end DeMultiplex5;

  block DeMultiplex6 "A vector cut into six"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "Size of output 1";
    parameter Integer n2 = 1 "Size of output 2";
    parameter Integer n3 = 1 "Size of output 3";
    parameter Integer n4 = 1 "Size of output 4";
    parameter Integer n5 = 1 "Size of output 5";
    parameter Integer n6 = 1 "Size of output 6";
    Modelica.Blocks.Interfaces.RealInput u[n1 + n2 + n3 + n4 + n5 + n6] "Input";
    Modelica.Blocks.Interfaces.RealOutput y1[n1] "Output 1";
    Modelica.Blocks.Interfaces.RealOutput y2[n2] "Output 2";
    Modelica.Blocks.Interfaces.RealOutput y3[n3] "Output 3";
    Modelica.Blocks.Interfaces.RealOutput y4[n4] "Output 4";
    Modelica.Blocks.Interfaces.RealOutput y5[n5] "Output 5";
    Modelica.Blocks.Interfaces.RealOutput y6[n6] "Output 6";
  equation
    u = cat(1, y1, y2, y3, y4, y5, y6);
  end DeMultiplex6;

  model RealPassThrough "The input itself"
    extends Modelica.Blocks.Interfaces.SISO;
  equation
    y = u;
  end RealPassThrough;

  model IntegerPassThrough "The input itself"
    extends Modelica.Blocks.Icons.IntegerBlock;
    Modelica.Blocks.Interfaces.IntegerInput u "Input";
    Modelica.Blocks.Interfaces.IntegerOutput y "Output";
  equation
    y = u;
  end IntegerPassThrough;

  model BooleanPassThrough "The input itself"
    extends Modelica.Blocks.Interfaces.BooleanSISO;
  equation
    y = u;
  end BooleanPassThrough;
end Routing;
