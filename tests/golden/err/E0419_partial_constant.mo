model M "what is differentiated is no function"
  constant Real c = 2;
  function fy = der(c, y);
  Real b = fy(time);
end M;
