components : $SJ1@QBGSerialJunction V@QBGSourceEffort_Constant R@QBGResistanceFlowIn I1@QBGInductorEffortIn C1@QBGCapacitorFlowIn
link : f4p@$SJ1 f1n@V
link : e1n@V e4p@$SJ1
link : f1n@$SJ1 f1p@R
link : e1p@R e1n@$SJ1
link : e2n@$SJ1 e1p@I1
link : f1p@I1 f2n@$SJ1
link : f3n@$SJ1 f1p@C1
link : e1p@C1 e3n@$SJ1

[V]
quantum : 0.1
hystWindow : 0.01
signal : Constant
startTime : 0
amplitude : 100

[R]
R : 1

[I1]
I : 1
quantum : 0.1
hystWindow : 0.01

[C1]
C : 0.1
quantum : 0.1
hystWindow : 0.01
