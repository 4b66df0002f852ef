within;
operator record Complex "Complex number"
  replaceable Real re "Real part";
  replaceable Real im "Imaginary part";

  encapsulated operator 'constructor' "Make a complex number"
    function fromReal "From real and imaginary part"
      import Complex;
      input Real re "Real part";
      input Real im = 0 "Imaginary part";
      output Complex result(re=re, im=im) "The number re + j*im";
    algorithm
      annotation(Inline=true);
    end fromReal;
  end 'constructor';

  encapsulated operator function '0' "Zero, for sums of no terms and for flow variables"
    import Complex;
    output Complex result "Zero";
  algorithm
    result := Complex(0);
    annotation(Inline=true);
  end '0';

  encapsulated operator '-' "Negation and difference"
    function negate "-c1"
      import Complex;
      input Complex c1 "Number";
      output Complex c2 "-c1";
    algorithm
      c2 := Complex(-c1.re, -c1.im);
      annotation(Inline=true);
    end negate;

    function subtract "c1 - c2"
      import Complex;
      input Complex c1 "Minuend";
      input Complex c2 "Subtrahend";
      output Complex c3 "c1 - c2";
    algorithm
      c3 := Complex(c1.re - c2.re, c1.im - c2.im);
      annotation(Inline=true);
    end subtract;
  end '-';

  encapsulated operator '*' "Products"
    function multiply "c1*c2"
      import Complex;
      input Complex c1 "First factor";
      input Complex c2 "Second factor";
      output Complex c3 "c1*c2";
    algorithm
      c3 := Complex(c1.re*c2.re - c1.im*c2.im, c1.re*c2.im + c1.im*c2.re);
      annotation(Inline=true);
    end multiply;

    function scalarProduct "Sum of c1[i]*c2[i], no conjugation"
      import Complex;
      input Complex c1[:] "First vector";
      input Complex c2[size(c1, 1)] "Second vector";
      output Complex c3 "c1*c2";
    algorithm
      c3 := Complex(0);
      for i in 1:size(c1, 1) loop
        c3 := c3 + c1[i]*c2[i];
      end for;
    end scalarProduct;
  end '*';

  encapsulated operator function '+' "c1 + c2"
    import Complex;
    input Complex c1 "First summand";
    input Complex c2 "Second summand";
    output Complex c3 "c1 + c2";
  algorithm
    c3 := Complex(c1.re + c2.re, c1.im + c2.im);
    annotation(Inline=true);
  end '+';

  encapsulated operator function '/' "c1/c2"
    import Complex;
    input Complex c1 "Dividend";
    input Complex c2 "Divisor";
    output Complex c3 "c1/c2";
  protected
    Real d = c2.re*c2.re + c2.im*c2.im "Square of the divisor's modulus";
  algorithm
    c3 := Complex((c1.re*c2.re + c1.im*c2.im)/d, (c1.im*c2.re - c1.re*c2.im)/d);
    annotation(Inline=true);
  end '/';

  encapsulated operator '^' "Powers"
    function complexPower "c1^c2, principal value"
      import Complex;
      input Complex c1 "Base";
      input Complex c2 "Exponent";
      output Complex c3 "c1^c2 = exp(c2*log(c1))";
    protected
      Real m = 0.5*log(c1.re*c1.re + c1.im*c1.im) "Logarithm of the modulus";
      Real a = atan2(c1.im, c1.re) "Argument";
      Real r = exp(c2.re*m - c2.im*a) "Modulus of the result";
      Real b = c2.re*a + c2.im*m "Argument of the result";
    algorithm
      c3 := Complex(r*cos(b), r*sin(b));
      annotation(Inline=true);
    end complexPower;

    function integerPower "c1^c2 by repeated squaring"
      import Complex;
      input Complex c1 "Base";
      input Integer c2 "Exponent, may be negative";
      output Complex c3 "c1^c2";
    protected
      Integer n = abs(c2) "Exponent left";
      Complex p = c1 "c1 to a power of two";
    algorithm
      c3 := Complex(1);
      while n > 0 loop
        if mod(n, 2) == 1 then
          c3 := c3*p;
        end if;
        n := div(n, 2);
        p := p*p;
      end while;
      if c2 < 0 then
        c3 := Complex(1)/c3;
      end if;
    end integerPower;
  end '^';

  encapsulated operator function '==' "Equal in both parts"
    import Complex;
    input Complex c1 "First number";
    input Complex c2 "Second number";
    output Boolean result "True if equal";
  algorithm
    result := c1.re == c2.re and c1.im == c2.im;
    annotation(Inline=true);
  end '==';

  encapsulated operator function '<>' "Different in some part"
    import Complex;
    input Complex c1 "First number";
    input Complex c2 "Second number";
    output Boolean result "True if different";
  algorithm
    result := c1.re <> c2.re or c1.im <> c2.im;
    annotation(Inline=true);
  end '<>';

  encapsulated operator function 'String' "The number as text, such as 1 - 2*j"
    import Complex;
    input Complex c "Number";
    input String name = "j" "Name of the imaginary unit";
    input Integer significantDigits = 6 "Digits shown";
    output String s = "" "Text";
  algorithm
    s := String(c.re, significantDigits=significantDigits);
    if c.im <> 0 then
      s := s + (if c.im > 0 then " + " else " - ")
             + String(abs(c.im), significantDigits=significantDigits) + "*" + name;
    end if;
  end 'String';

  annotation(
    version="4.1.0",
    Documentation(info="<html>
<p>Complex arithmetic with the usual operators: <code>Complex z = (1 + 2*j)/w</code> with
<code>j = Modelica.ComplexMath.j</code>. Real numbers convert where a complex one is needed.</p>
</html>"));
end Complex;
