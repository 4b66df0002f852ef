components : $SJ1@QBGSerialJunction V@QBGSourceEffort_Sine R1@QBGResistanceEffortIn
link : f2p@$SJ1 f1n@V
link : e1n@V e2p@$SJ1
link : e1n@$SJ1 e1p@R1
link : f1p@R1 f1n@$SJ1

[V]
quantum : 0.1
hystWindow : 0.01
signal : Sine
startTime : 0
amplitude : 15
wavefreq : 0.02

[R1]
R : 10
