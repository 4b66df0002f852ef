// A connection with a component that is not there is not there (MLS 4.4.5).
package P
  connector Out = output Real;
  connector In = input Real;
  model Source
    parameter Boolean more = false;
    Out y, extra if more;
  equation
    y = time;
    connect(y, extra);
  end Source;
  model M
    Source s;
    Source t(more = true);
  end M;
end P;
