package native_devs "Models of the paper's library that write into queues: ours take their place"
  package DEVSLib
    package SRC
      package Interfaces
        connector outPort
          flow output Real event;
          Integer queue;
        end outPort;
      end Interfaces;
      package Hybrid
        model CrossUP "Cannot be compiled as it stands: a start value that changes"
          replaceable Real Value = 1;
          parameter Integer EType = 1;
          Interfaces.outPort outport;
          Modelica.Blocks.Interfaces.RealInput u;
        protected
          Boolean below(start = u < Value);
        algorithm
          when u > Value and pre(below) then
            below := false;
            outport.event := pre(outport.event) + 1;
          end when;
        end CrossUP;
      end Hybrid;
    end SRC;
    package AuxModels
      model CrossUP = SRC.Hybrid.CrossUP;
    end AuxModels;
  end DEVSLib;

  model Test "By its own name and by another, with modifiers"
    DEVSLib.AuxModels.CrossUP up(Value = 0.5 + 0*time, EType = 3);
    DEVSLib.SRC.Hybrid.CrossUP other(Value = 0.7);
  equation
    up.u = time;
    other.u = time;
  end Test;
end native_devs;
