// Records of an array may have arrays of different sizes, when each component of an array takes its own:
// walls of different numbers of layers.
package records_of_sizes
  record Layer
    parameter Real x;
    parameter Real k = 1;
  end Layer;
  record Layers
    parameter Integer n;
    parameter Layer layer[n];
    final parameter Real R = sum(layer[i].x/layer[i].k for i in 1:n);
  end Layers;
  record Construction
    parameter Layers layers;
    parameter Real A = 1;
  end Construction;
  model Wall
    parameter Layers layers;
    parameter Integer n = size(layers.layer, 1);
    Real T[n] = {layers.layer[i].x*time for i in 1:n};
  end Wall;
  model Air
    parameter Integer n;
    parameter Construction construction[n];
    Real q = sum(construction.layers.R);
  end Air;
  model Room
    parameter Integer n = 3;
    parameter Construction construction[n];
    Wall wall[n](final layers = construction.layers);
    Air air(final n = n, final construction = construction);
  end Room;
  model M
    parameter Layers thin(n = 1, layer = {Layer(x = 2)});
    parameter Layers thick(n = 2, layer = {Layer(x = 3), Layer(x = 4, k = 2)});
    Room room(construction(layers = {thin, thick, Layers(n = 1, layer = {Layer(x = 5)})}, each A = 2));
  equation
    assert(size(room.wall[1].T, 1) == 1 and size(room.wall[2].T, 1) == 2, "each wall has its layers");
    assert(abs(room.wall[2].T[2] - 4*time) + abs(room.wall[3].T[1] - 5*time) < 1e-9, "and their thickness");
    assert(abs(room.air.q - 12) < 1e-9, "what all of them have is one array");
  end M;
end records_of_sizes;
