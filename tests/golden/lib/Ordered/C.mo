within Ordered;
model C
end C;
