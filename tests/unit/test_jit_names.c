/* SPDX-License-Identifier: MIT
   test_jit_names.c — names of machine code, for profilers and debuggers: the file that perf reads,
   and the list of symbol files that gdb reads. */
#include "vm_calls.h"
#include "vm_random.h"

#include "ir_build.h"
#include "t.h"

#include <elf.h>
#include <stdio.h>
#include <unistd.h>

/* As gdb sees it. */
extern struct Descriptor {
	uint32_t version, action;
	DebuggerFile *changed, *first;
} __jit_debug_descriptor;

static Jit *make(IrBuild *b)
{
	Jit *jit;

	ir_build_init(b, 4, 4);
	ir_build_add(b, IR_ADD, 2, 0, 1, 0);
	ir_build_end(b);
	jit = jit_new(&b->m, &machine_host, &b->keep);
	return jit;
}

static void a_debugger_finds_the_name_and_place_of_a_piece(void)
{
	IrBuild b;
	Jit *jit = make(&b);
	JitRegion *code;

	T_INT(__jit_debug_descriptor.version, 1);
	T_CHECK(!__jit_debug_descriptor.first);
	setenv("MODEVS_GDB", "1", 1);
	code = jit_region(jit, 0);
	if (code) { /* else this processor or system has no machine code */
		const DebuggerFile *file = __jit_debug_descriptor.first;
		const Elf64_Ehdr *head = file->symbols;
		const char *bytes = file->symbols;
		const Elf64_Shdr *section = (const void *)(bytes + head->e_shoff);
		const Elf64_Shdr *text = NULL, *symbols = NULL;
		const Elf64_Sym *symbol;

		T_CHECK(memcmp(head->e_ident, ELFMAG, SELFMAG) == 0);
		for (int i = 0; i < head->e_shnum; i++) {
			const char *name = bytes + section[head->e_shstrndx].sh_offset + section[i].sh_name;

			text = strcmp(name, ".text") == 0 ? &section[i] : text;
			symbols = strcmp(name, ".symtab") == 0 ? &section[i] : symbols;
		}
		T_CHECK(text && symbols);
		T_CHECK(text->sh_addr == (uintptr_t)code && text->sh_size > 0);
		symbol = (const Elf64_Sym *)(const void *)(bytes + symbols->sh_offset) + 1;
		T_STR(bytes + section[symbols->sh_link].sh_offset + symbol->st_name, "modevs_piece_0");
		T_CHECK(&section[symbol->st_shndx] == text && symbol->st_size == text->sh_size);
	}
	jit_free(jit);
	T_CHECK(!__jit_debug_descriptor.first);
	ir_build_free(&b);
	unsetenv("MODEVS_GDB");
}

static void a_profiler_finds_the_name_and_place_of_a_piece(void)
{
	char path[64], line[200] = "", want[64];
	IrBuild b;
	Jit *jit = make(&b);
	JitRegion *code;
	FILE *in;

	snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
	setenv("MODEVS_PERF_MAP", "1", 1);
	code = jit_region(jit, 0);
	in = fopen(path, "r");
	T_CHECK(!in == !code);
	if (in) {
		snprintf(want, sizeof want, "%llx ", (unsigned long long)(uintptr_t)code);
		T_CHECK(fgets(line, sizeof line, in) && strncmp(line, want, strlen(want)) == 0);
		T_CHECK(strstr(line, " modevs piece 0\n") != NULL);
		fclose(in);
		unlink(path);
	}
	jit_free(jit);
	ir_build_free(&b);
}

int main(void)
{
	T_RUN(a_debugger_finds_the_name_and_place_of_a_piece);
	T_RUN(a_profiler_finds_the_name_and_place_of_a_piece);
	return T_END();
}
