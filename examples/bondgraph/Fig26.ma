components : $SJ1@QBGSerialJunction V@QBGSourceEffort_Pulse R1@QBGResistanceEffortIn C@QBGCapacitorFlowIn
link : f3p@$SJ1 f1n@V
link : e1n@V e3p@$SJ1
link : e1n@$SJ1 e1p@R1
link : f1p@R1 f1n@$SJ1
link : f2n@$SJ1 f1p@C
link : e1p@C e2n@$SJ1

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

[C]
C : 15
quantum : 0.1
hystWindow : 0.01
