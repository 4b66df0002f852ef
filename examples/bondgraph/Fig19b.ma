components : $PJ1@QBGParallelJunction $SJ1@QBGSerialJunction $SJ2@QBGSerialJunction V@QBGSourceEffort_Step R@QBGResistanceEffortIn C1@QBGCapacitorFlowIn R2@QBGResistanceEffortIn C2@QBGCapacitorFlowIn
link : f3p@$SJ1 f1n@V
link : e1n@V e3p@$SJ1
link : e1n@$SJ1 e1p@R
link : f1p@R f1n@$SJ1
link : f2n@$SJ1 f3p@$PJ1
link : e3p@$PJ1 e2n@$SJ1
link : f1n@$PJ1 f1p@C1
link : e1p@C1 e1n@$PJ1
link : e1n@$SJ2 e1p@R2
link : f1p@R2 f1n@$SJ2
link : e2n@$PJ1 e3p@$SJ2
link : f3p@$SJ2 f2n@$PJ1
link : f2n@$SJ2 f1p@C2
link : e1p@C2 e2n@$SJ2

[V]
quantum : 0.1
hystWindow : 0.01
signal : Step
startTime : 0.1
amplitude : 10

[R]
R : 1

[C1]
C : 0.1
quantum : 0.1
hystWindow : 0.01

[R2]
R : 0.01

[C2]
C : 0.2
quantum : 0.1
hystWindow : 0.01
