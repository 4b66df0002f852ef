components : $PJ1@QBGParallelJunction $SJ1@QBGSerialJunction V@QBGSourceEffort_Pulse C@QBGCapacitorFlowIn R@QBGResistanceEffortIn I@QBGInductorEffortIn
link : f3p@$SJ1 f1n@V
link : e1n@V e3p@$SJ1
link : f1n@$PJ1 f1p@C
link : e1p@C e1n@$PJ1
link : e1n@$SJ1 e1p@R
link : f1p@R f1n@$SJ1
link : f2n@$SJ1 f3p@$PJ1
link : e3p@$PJ1 e2n@$SJ1
link : e2n@$PJ1 e1p@I
link : f1p@I f2n@$PJ1

[V]
quantum : 0.1
hystWindow : 0.01
signal : Pulse
startTime : 0
amplitude : 200
width : 10
period : 1

[C]
C : 200
quantum : 0.1
hystWindow : 0.01

[R]
R : 1.5

[I]
I : 40
quantum : 0.1
hystWindow : 0.01
