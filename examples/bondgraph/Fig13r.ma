components : $PJ1@QBGParallelJunction $PJ2@QBGParallelJunction $SJ1@QBGSerialJunction $SJ2@QBGSerialJunction V@QBGSourceEffort_Constant R@QBGResistanceFlowIn C@QBGCapacitorFlowIn L@QBGInductorEffortIn
link : f3p@$SJ1 f1n@V
link : e1n@V e3p@$SJ1
link : f1n@$SJ1 f1p@R
link : e1p@R e1n@$SJ1
link : e2n@$SJ1 e1p@$PJ1
link : f1p@$PJ1 f2n@$SJ1
link : f1n@$SJ2 f1p@C
link : e1p@C e1n@$SJ2
link : f1n@$PJ2 f3p@$SJ2
link : e3p@$SJ2 e1n@$PJ2
link : f2n@$SJ2 f2p@$PJ1
link : e2p@$PJ1 e2n@$SJ2
link : e2n@$PJ2 e1p@L
link : f1p@L f2n@$PJ2

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
