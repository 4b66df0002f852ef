#!/bin/sh
# A sweep as a job array of the real Slurm (Debian's slurm-wlm) on one node, started here with files
# of its own and stopped at the end. Where Slurm is not there nothing is tried, and that is said.
# usage: tests/study/check_slurm.sh MODEVS
set -u
modevs=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
models=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin
for program in slurmctld slurmd sbatch scontrol; do
	if ! command -v $program >/dev/null; then
		echo "no $program here: not tried"
		exit 77
	fi
done
work=$(mktemp -d) || exit 2
controller= node=
stop()
{
	for pid in $node $controller; do
		kill "$pid" 2>/dev/null
		wait "$pid" 2>/dev/null
	done
	rm -rf "$work"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$work" || exit 2

# Ports that nobody uses.
ports=$(python3 -c 'import socket
both = [socket.socket() for _ in range(2)]
for s in both: s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in both])')
mkdir state spool
export SLURM_CONF=$work/slurm.conf
cat >slurm.conf <<END
ClusterName=modevs
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,sched_min_interval=0
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
slurmctld -D -f slurm.conf >controller.log 2>&1 &
controller=$!
slurmd -D -f slurm.conf -N "$(hostname -s)" >node.log 2>&1 &
node=$!
tries=0
while ! sinfo -h -o %t 2>/dev/null | grep -q idle; do
	tries=$((tries + 1))
	if [ $tries -gt 60 ]; then
		echo "Slurm does not start here: not tried" >&2
		tail -5 controller.log node.log >&2
		exit 77
	fi
	sleep 0.5
done

few="$models/Ladder.mo --vary R=0.5:2:40 --vary n=3,4,0 --measure max(y)"
"$modevs" sweep $few -o one.csv --report one.html --jobs 1 >/dev/null 2>&1
"$modevs" sweep $few -o array.csv --report array.html --slurm 3 >said 2>&1 || { cat said >&2; exit 1; }
tries=0
while [ -n "$(squeue -h)" ]; do
	tries=$((tries + 1))
	[ $tries -lt 240 ] || { squeue >&2; tail -20 controller.log node.log slurm-*.out >&2; exit 1; }
	sleep 0.5
done
if ! cmp one.csv array.csv || ! cmp one.html array.html; then
	tail -5 controller.log node.log slurm-*.out >&2
	exit 1
fi
echo "a job array of Slurm $(sinfo --version | sed 's/.* //') gives the same bytes: $(cat said)"
