connector In = input Real; type V = Real[3](each unit="m"); type W = V[:, 2];
