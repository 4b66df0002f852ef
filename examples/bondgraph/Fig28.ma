components : $SJ1@QBGSerialJunction V@QBGSourceEffort_Pulse R1@QBGResistanceFlowIn I@QBGInductorEffortIn
link : f3p@$SJ1 f1n@V
link : e1n@V e3p@$SJ1
link : f1n@$SJ1 f1p@R1
link : e1p@R1 e1n@$SJ1
link : e2n@$SJ1 e1p@I
link : f1p@I f2n@$SJ1

[V]
quantum : 0.1
hystWindow : 0.01
signal : Pulse
startTime : 0
amplitude : 10
width : 50
period : 2

[R1]
R : 10

[I]
I : 5
quantum : 0.1
hystWindow : 0.01
