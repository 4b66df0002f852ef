model E0505_elements
  Real y = sum(identity(50000))*time;
  Real z[2, 2] = {{1, 2}, {3, 4}}^2000;
end E0505_elements;
