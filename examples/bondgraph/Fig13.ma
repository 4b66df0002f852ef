components : $SJ1@QBGSerialJunction V@QBGSourceEffort_Constant R@QBGResistanceFlowIn C@QBGCapacitorFlowIn L@QBGInductorEffortIn
link : f4p@$SJ1 f1n@V
link : e1n@V e4p@$SJ1
link : f1n@$SJ1 f1p@R
link : e1p@R e1n@$SJ1
link : f2n@$SJ1 f1p@C
link : e1p@C e2n@$SJ1
link : e3n@$SJ1 e1p@L
link : f1p@L f3n@$SJ1

[V]
quantum : 0.1
hystWindow : 0.01
signal : Constant
startTime : 0
amplitude : 1

[R]
R : 1

[C]
C : 1
quantum : 0.1
hystWindow : 0.01

[L]
I : 1
quantum : 0.1
hystWindow : 0.01
