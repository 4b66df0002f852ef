/* SPDX-License-Identifier: MIT
   test_jit_forbidden.c — a system that gives no memory for code: the program says so where machine
   code was asked for, and gives the results of the VM. The system is this one with a filter that
   refuses both ways to have the same pages twice (jit_memory.c). */
#define _GNU_SOURCE
#include "t.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_FILTER = 99 };

/* mremap of length 0 and memfd_create are not permitted. */
static bool forbid(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_memfd_create, 3, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mremap, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = {sizeof code / sizeof *code, code};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		   prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* Runs the pendulum in `folder`; what it says goes to NAME.txt, results to NAME.csv. */
static int run(const char *folder, const char *name, const char *code, bool forbidden)
{
	char results[300], said[300];
	int status = -1, fd;
	pid_t child;

	snprintf(results, sizeof results, "%s/%s.csv", folder, name);
	snprintf(said, sizeof said, "%s/%s.txt", folder, name);
	child = fork();
	if (child == 0) {
		fd = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 || (forbidden && !forbid()))
			_exit(NO_FILTER);
		execl(MDV_PROGRAM, MDV_PROGRAM, "run", MDV_SOURCE_DIR "/examples/pendulum/Pendulum.mo",
			  "-L", MDV_SOURCE_DIR "/lib", "--code", code, "--stats", "-o", results, (char *)NULL);
		_exit(1);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char *text_of(const char *folder, const char *name)
{
	static char text[2][1 << 22];
	static int next;
	char *at = text[next++ % 2], path[300];
	size_t n = 0;
	FILE *in;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	in = fopen(path, "r");
	if (in) {
		n = fread(at, 1, sizeof *text - 1, in);
		fclose(in);
	}
	at[n] = 0;
	unlink(path);
	return at;
}

static void without_memory_for_code_the_vm_runs_and_it_is_said(void)
{
	char folder[] = "/tmp/test_jit_forbidden_XXXXXX";
	const char *vm, *said;
	int status;

	T_CHECK(mkdtemp(folder) != NULL);
	T_INT(run(folder, "vm", "vm", false), 0);
	status = run(folder, "jit", "jit", true);
	if (status == NO_FILTER) {
		printf("this system has no filters\n");
		return;
	}
	T_INT(status, 0);
	vm = text_of(folder, "vm.csv");
	T_CHECK(strlen(vm) > 1000);
	T_CHECK(strcmp(vm, text_of(folder, "jit.csv")) == 0);
	said = text_of(folder, "jit.txt");
	T_CHECK(strstr(said, "warning: no machine code (the system forbids memory that is executed):"
						 " the VM runs the model") != NULL);
	T_CHECK(strstr(said, "machine code  0 pieces") != NULL);
	T_INT(run(folder, "auto", "auto", true), 0);
	said = text_of(folder, "auto.txt");
	T_CHECK(!strstr(said, "warning") && strstr(said, "no more: the system forbids") != NULL);
	(void)text_of(folder, "auto.csv");
	(void)text_of(folder, "vm.txt");
	T_INT(rmdir(folder), 0);
}

int main(void)
{
	T_RUN(without_memory_for_code_the_vm_runs_and_it_is_said);
	return T_END();
}
