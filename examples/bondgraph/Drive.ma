components : $SJ1@QBGSerialJunction $SJ2@QBGSerialJunction $PJ1@QBGParallelJunction motor@QBGSourceEffort_Step rotor@QBGInductorEffortIn gear@QBGTransformer shaft@QBGCapacitorFlowIn load@QBGInductorEffortIn bearing@QBGResistanceFlowIn
link : f3p@$SJ1 f1n@motor
link : e1n@motor e3p@$SJ1
link : e1n@$SJ1 e1p@rotor
link : f1p@rotor f1n@$SJ1
link : f2n@$SJ1 f2p@gear
link : e2p@gear e2n@$SJ1
link : e3p@$PJ1 e1n@gear
link : f1n@gear f3p@$PJ1
link : f1n@$PJ1 f1p@shaft
link : e1p@shaft e1n@$PJ1
link : e2n@$PJ1 e3p@$SJ2
link : f3p@$SJ2 f2n@$PJ1
link : e1n@$SJ2 e1p@load
link : f1p@load f1n@$SJ2
link : f2n@$SJ2 f1p@bearing
link : e1p@bearing e2n@$SJ2

[motor]
quantum : 0.1
hystWindow : 0.01
signal : Step
startTime : 0.1
amplitude : 10

[rotor]
I : 0.1
quantum : 0.1
hystWindow : 0.01

[gear]
r : 0.2

[shaft]
C : 0.005
quantum : 0.1
hystWindow : 0.01

[load]
I : 5
quantum : 0.1
hystWindow : 0.01

[bearing]
R : 1
