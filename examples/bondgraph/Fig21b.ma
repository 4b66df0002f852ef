components : $PJ1@QBGParallelJunction $SJ1@QBGSerialJunction V@QBGSourceEffort_Step R1@QBGResistanceEffortIn R2@QBGResistanceEffortIn L@QBGInductorEffortIn C@QBGCapacitorFlowIn
link : f3p@$SJ1 f1n@V
link : e1n@V e3p@$SJ1
link : e1n@$SJ1 e1p@R1
link : f1p@R1 f1n@$SJ1
link : f2n@$SJ1 f4p@$PJ1
link : e4p@$PJ1 e2n@$SJ1
link : e1n@$PJ1 e1p@R2
link : f1p@R2 f1n@$PJ1
link : e2n@$PJ1 e1p@L
link : f1p@L f2n@$PJ1
link : f3n@$PJ1 f1p@C
link : e1p@C e3n@$PJ1

[V]
quantum : 0.1
hystWindow : 0.01
signal : Step
startTime : 0.1
amplitude : 10

[R1]
R : 1

[R2]
R : 2

[L]
I : 0.5
quantum : 0.1
hystWindow : 0.01

[C]
C : 0.001
quantum : 0.1
hystWindow : 0.01
