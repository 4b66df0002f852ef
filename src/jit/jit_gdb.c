/* SPDX-License-Identifier: MIT
   jit_gdb.c — names of machine code for debuggers, where the environment asks for them
   (MODEVS_GDB): each piece gets a symbol file, an ELF file in memory with nothing but one symbol.
   With the frames that all pieces have (RBP) that is enough for a backtrace. */
#include "jit/jit.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef __linux__
#include <elf.h>
#include <string.h>

enum { NONE, TEXT, SYMBOLS, NAMES, SECTIONS }; /* sections */

enum { LONGEST = 240 }; /* characters of a name, with what is before it */

typedef struct File {
	DebuggerFile entry; /* in the debugger's list */
	Elf64_Ehdr head;
	Elf64_Shdr section[SECTIONS];
	Elf64_Sym symbol[2]; /* the first one is none */
	char names[32 + LONGEST + 1];
} File;

static void set_section(File *f, int number, const char *name, Elf64_Word type, size_t offset,
						size_t size)
{
	char *at = f->names + 1;

	for (int i = 1; i < number; i++)
		at += strlen(at) + 1;
	strcpy(at, name);
	f->section[number] = (Elf64_Shdr){.sh_name = (Elf64_Word)(at - f->names),
									  .sh_type = type,
									  .sh_offset = offset,
									  .sh_size = size,
									  .sh_addralign = 8};
}

/* Offsets count from the head of the ELF file. */
#define AT(member) (offsetof(File, member) - offsetof(File, head))

static void fill(File *f, const uint8_t *at, size_t size, const char *kind, const char *name)
{
	size_t where;

	memcpy(f->head.e_ident, ELFMAG, SELFMAG);
	f->head.e_ident[EI_CLASS] = ELFCLASS64;
	f->head.e_ident[EI_DATA] = ELFDATA2LSB;
	f->head.e_ident[EI_VERSION] = EV_CURRENT;
	f->head.e_type = ET_REL;
	f->head.e_machine = EM_X86_64;
	f->head.e_version = EV_CURRENT;
	f->head.e_shoff = AT(section);
	f->head.e_ehsize = sizeof f->head;
	f->head.e_shentsize = sizeof *f->section;
	f->head.e_shnum = SECTIONS;
	f->head.e_shstrndx = NAMES;
	set_section(f, TEXT, ".text", SHT_NOBITS, 0, size);
	f->section[TEXT].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	f->section[TEXT].sh_addr = (Elf64_Addr)(uintptr_t)at;
	set_section(f, SYMBOLS, ".symtab", SHT_SYMTAB, AT(symbol), sizeof f->symbol);
	f->section[SYMBOLS].sh_link = NAMES;
	f->section[SYMBOLS].sh_info = 2; /* no global one */
	f->section[SYMBOLS].sh_entsize = sizeof *f->symbol;
	set_section(f, NAMES, ".strtab", SHT_STRTAB, AT(names), sizeof f->names);
	where = f->section[NAMES].sh_name + sizeof ".strtab";
	snprintf(f->names + where, sizeof f->names - where, "modevs_%s_%s", kind, name);
	f->symbol[1] = (Elf64_Sym){.st_name = (Elf64_Word)where,
							   .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC),
							   .st_shndx = TEXT,
							   .st_size = size};
}

void jit_gdb_note(Jit *j, const uint8_t *at, size_t size, const char *kind, const char *name)
{
	const char *wanted = getenv("MODEVS_GDB");
	JitMemory *table;
	File *f;

	if (!wanted || !*wanted)
		return;
	f = jit_memory_table(j, sizeof *f);
	if (!f) /* a help for people who look; nothing depends on it */
		return;
	table = j->table;
	table->symbols = &f->entry;
	fill(f, at, size, kind, name);
	debugger_add(&f->entry, &f->head, sizeof *f - offsetof(File, head));
}
#else
void jit_gdb_note(Jit *j, const uint8_t *at, size_t size, const char *kind, const char *name)
{
	(void)j, (void)at, (void)size, (void)kind, (void)name;
}
#endif
