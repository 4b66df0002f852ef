within Ordered;
model B
end B;
