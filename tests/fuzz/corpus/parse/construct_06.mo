function d = der(.A.f, x, y) "d";
