within Modelica.Blocks;
package Discrete "Sampled blocks"
  extends Modelica.Icons.Package;

  block Sampler "Input at the sample instants, held in between"
    extends Interfaces.DiscreteSISO(y(start=0, fixed=true));
  equation
    when {sampleTrigger, initial()} then
      y = u;
    end when;
  end Sampler;

  block ZeroOrderHold "Input at the sample instants, held in between, without direct feed-through"
    extends Interfaces.DiscreteSISO;
    output Real ySample(start=0, fixed=true) "Last sample";
  equation
    when {sampleTrigger, initial()} then
      ySample = if time < startTime then pre(ySample) else u;
    end when;
    y = pre(ySample);
    annotation(Documentation(info="<html>
<p>The output follows one event step after the sample, at the same time. So a loop through this block is not an algebraic
one.</p>
</html>"));
  end ZeroOrderHold;

  block FirstOrderHold "Straight lines through the samples, one period late"
    extends Interfaces.DiscreteSISO;
  protected
    discrete SI.Time tSample "Time of the last sample";
    discrete Real uSample "Last sample";
    discrete Real pre_uSample "Sample before the last one";
    discrete Real c "Slope between the two";
  initial equation
    pre(tSample) = time;
    pre(uSample) = u;
    pre(pre_uSample) = u;
    pre(c) = 0;
  equation
    when sampleTrigger then
      tSample = time;
      pre_uSample = pre(uSample);
      uSample = u;
      c = if firstTrigger then 0 else (uSample - pre_uSample)/samplePeriod;
    end when;
    y = pre_uSample + pre(c)*(time - tSample);
  end FirstOrderHold;

  block UnitDelay "Input one sample period ago"
    parameter Real y_start = 0 "Output before the first sample";
    extends Interfaces.DiscreteSISO;
  initial equation
    y = y_start;
  equation
    when sampleTrigger then
      y = pre(u);
    end when;
    annotation(Documentation(info="<html>
<p>At a sample instant the output takes the value that the input had just before it: for a sampled input that is its
value of one period ago.</p>
</html>"));
  end UnitDelay;

  block TransferFunction "Sampled transfer function b(z)/a(z)"
    parameter Real b[:] = {1} "Numerator, highest power first";
    parameter Real a[:] = {1} "Denominator, highest power first";
    extends Interfaces.DiscreteSISO;
    output Real x[size(a, 1) - 1](each start=0, each fixed=true) "States of the controller canonical form";
  protected
    parameter Integer nb = size(b, 1) "Length of the numerator";
    parameter Integer na = size(a, 1) "Length of the denominator";
    parameter Real bb[na] = cat(1, zeros(max(0, na - nb)), b) "Numerator, as long as the denominator";
    discrete Real x1(start=0, fixed=true) "New state";
  equation
    assert(nb <= na, "A transfer function needs a denominator of at least the order of the numerator.");
    when sampleTrigger then
      x1 = (u - a[2:na]*pre(x))/a[1];
      for i in 1:na - 1 loop
        x[i] = if i == 1 then x1 else pre(x[max(i - 1, 1)]);
      end for;
      y = bb[1]*x1 + bb[2:na]*pre(x);
    end when;
  end TransferFunction;

  block StateSpace "Sampled linear system x(k+1) = A*x + B*u, y = C*x + D*u"
    parameter Real A[:, size(A, 1)] = [1, 0; 0, 1] "States to next states";
    parameter Real B[size(A, 1), :] = [1; 1] "Inputs to next states";
    parameter Real C[:, size(A, 1)] = [1, 1] "States to outputs";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Inputs to outputs";
    extends Interfaces.DiscreteMIMO(final nin=size(B, 2), final nout=size(C, 1));
    output Real x[size(A, 1)] "Next states";
  equation
    when sampleTrigger then
      x = A*pre(x) + B*u;
      y = C*pre(x) + D*u;
    end when;
  end StateSpace;

  block TriggeredSampler "Input when the trigger becomes true, held in between"
    extends Modelica.Blocks.Icons.DiscreteBlock;
    parameter Real y_start = 0 "Output before the first trigger";
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y "Output";
    Modelica.Blocks.Interfaces.BooleanInput trigger "Trigger";
  initial equation
    y = y_start;
  equation
    when trigger then
      y = u;
    end when;
  end TriggeredSampler;

  block TriggeredMax "Largest absolute value of the input at all triggers so far"
    extends Modelica.Blocks.Icons.DiscreteBlock;
    Modelica.Blocks.Interfaces.RealInput u "Input";
    Modelica.Blocks.Interfaces.RealOutput y "Output";
    Modelica.Blocks.Interfaces.BooleanInput trigger "Trigger";
  initial equation
    y = 0;
  equation
    when trigger then
      y = max(pre(y), abs(u));
    end when;
  end TriggeredMax;
end Discrete;
