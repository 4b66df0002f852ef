/* SPDX-License-Identifier: MIT
   library.h — what library.c, library_path.c and library_info.c share. */
#ifndef MDV_LIBRARY_H
#define MDV_LIBRARY_H

#include "compiler/syntax/syntax.h"

typedef enum NodeState {
	NODE_NEW,    /* not read */
	NODE_LOADED, /* read: `element` is valid */
	NODE_FAILED  /* read or looked at, and nothing usable found; reported */
} NodeState;

/* A class that has a file of its own. */
typedef struct LibraryNode LibraryNode;
struct LibraryNode {
	Name name;          /* of the class */
	uint8_t state;      /* NodeState */
	bool is_listed;     /* `children` is complete */
	bool has_file;      /* N.mo exists */
	bool has_folder;    /* a folder N exists, perhaps with package.mo */
	const char *path;   /* the file to read; NULL: not yet known */
	const char *dir;    /* folder of a package; NULL: the class is one file */
	ClassDef *parent;   /* the class around it; NULL: top level */
	AstElement element; /* the class, once loaded */
	Map children;       /* Name -> LibraryNode, of a package in a folder */
};

typedef struct Folder {
	const char *path;   /* as searched */
	uint32_t n;         /* length of entry */
	const char **entry; /* names in it, sorted; without those that begin with a dot */
} Folder;

struct Library {
	Syntax *sx;              /* arenas, names, sources, diagnostics */
	const MdvAlloc *alloc;   /* sx->keep as an allocator */
	VEC(const char *) paths; /* where top-level classes are looked for, in order */
	VEC(Folder *) folders;   /* listings of `paths`, made on demand; NULL: not yet */
	VEC(bool) shipped;       /* by path: it holds the library that comes with the program */
	Map user;                /* Name -> AstElement of files that the user named */
	Map roots;               /* Name -> LibraryNode, or NULL: known not to exist */
	Map file_root;           /* file found by name -> Name of its top-level class */
	Map wanted;              /* Name -> AstArg of a `uses` annotation, the first one met */
	LibraryStats stats;      /* what was read */
};

/* library.c */
const AstElement *library_node_load(Library *lib, LibraryNode *node);
LibraryNode *library_node_new(Library *lib, Name name, const char *path, const char *dir);
void library_node_list(Library *lib, LibraryNode *node); /* fill children, once */
void library_node_adopt(LibraryNode *node, const AstElement *e);
bool library_read(Library *lib, const char *path, uint32_t *file); /* false after a report */
/* Is the source there? False after a report; without memory the handler of sx->keep is called. */
bool library_entered(Syntax *sx, SourceStatus status, const char *name);
void library_put(Map *map, Name key, const void *value);
char *library_join(Library *lib, const char *dir, const char *name, const char *suffix);
bool library_exists(const char *path);

/* library_path.c */
Folder *library_folder_list(Library *lib, const char *path); /* NULL: it cannot be read */
LibraryNode *library_path_find(Library *lib, Name name);     /* along lib->paths; or NULL */
void library_path_wants(Library *lib, const ClassDef *c);    /* note its `uses` */

#endif
