within Ordered;
model A
end A;
