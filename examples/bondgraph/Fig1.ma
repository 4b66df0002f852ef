components : $PJ1@QBGParallelJunction $SJ1@QBGSerialJunction $SJ2@QBGSerialJunction R1@QBGResistanceEffortIn L@QBGInductorEffortIn C@QBGCapacitorFlowIn R2@QBGResistanceFlowIn AC@QBGSourceEffort_Sine
link : e1n@$SJ1 e1p@R1
link : f1p@R1 f1n@$SJ1
link : e1n@$PJ1 e3p@$SJ1
link : f3p@$SJ1 f1n@$PJ1
link : e1n@$SJ2 e1p@L
link : f1p@L f1n@$SJ2
link : f2n@$SJ1 f1p@C
link : e1p@C e2n@$SJ1
link : f2n@$SJ2 f1p@R2
link : e1p@R2 e2n@$SJ2
link : e2n@$PJ1 e3p@$SJ2
link : f3p@$SJ2 f2n@$PJ1
link : f3p@$PJ1 f1n@AC
link : e1n@AC e3p@$PJ1

[R1]
R : 10

[L]
I : 0.1
quantum : 0.1
hystWindow : 0.01

[C]
C : 0.01
quantum : 0.1
hystWindow : 0.01

[R2]
R : 100

[AC]
quantum : 0.1
hystWindow : 0.01
signal : Sine
startTime : 0
amplitude : 1
wavefreq : 1
