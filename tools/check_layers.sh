#!/bin/sh
# Checks who includes whom: a folder of src/ may use base, the public headers, itself, and the
# folders listed here; no header includes itself by way of others.
# usage: tools/check_layers.sh [ROOT]
set -eu
cd "${1:-.}"
bad=0

# Pairs "header included-header", as paths below src/ and include/; tsort names the loops.
grep -r --include='*.h' '^#include "' src include | sed 's,^src/,,; s,^include/,,' | awk -F'[:"]' '
{
	to = $3
	if (to !~ /\//) { to = $1; sub(/[^\/]*$/, $3, to) }
	print $1, to
}' | tsort >/dev/null || { echo "headers include each other" >&2; bad=1; }

grep -rn --include='*.[ch]' '^#include "' src | awk -F: '
BEGIN {
	may["compiler/syntax"]  = ""
	may["compiler/expr"]    = "ir" # the meaning of operations
	may["compiler/flat"]    = "compiler/expr"
	may["compiler/eval"]    = "compiler/flat compiler/expr"
	may["compiler/inline"]  = "compiler/eval compiler/flat compiler/expr"
	may["compiler/diff"]    = "compiler/eval compiler/inline compiler/flat compiler/expr"
	# instances need values, values need instances: four rooms of one flat
	may["compiler/foreign"] = "compiler/syntax fmi"
	may["compiler/inst"]    = "compiler/foreign compiler/syntax compiler/expr compiler/flat compiler/eval compiler/elab compiler/connect compiler/devs"
	may["compiler/elab"]    = "compiler/diff compiler/syntax compiler/expr compiler/flat compiler/eval compiler/inst compiler/connect"
	may["compiler/connect"] = "compiler/syntax compiler/expr compiler/flat compiler/inst compiler/elab compiler/devs"
	may["compiler/devs"]    = "model compiler/syntax compiler/expr compiler/flat compiler/inst compiler/elab"
	may["compiler/dae"]     = "compiler/expr compiler/flat compiler/eval compiler/inline compiler/diff"
	may["compiler/split"]   = "compiler/expr compiler/flat"
	may["compiler/units"]   = "compiler/expr compiler/flat"
	may["compiler/prepare"] = "compiler/dae compiler/expr compiler/flat compiler/inline compiler/diff"
	may["compiler/alias"]   = "compiler/dae compiler/expr compiler/flat compiler/eval compiler/inline compiler/diff"
	may["compiler/clocks"]  = "compiler/dae compiler/expr compiler/flat"
	may["compiler/tear"]    = "compiler/dae compiler/expr compiler/flat"
	may["compiler/graph"]   = "compiler/dae compiler/expr compiler/flat"
	may["compiler/lower"]   = "compiler/lower/tidy compiler/graph compiler/dae compiler/diff compiler/eval compiler/expr compiler/flat ir model"
	may["compiler/lower/tidy"] = "compiler/lower ir" # the last of what makes a function
	# an operator with a state is one file: what each part of the compiler must know of it
	may["compiler/operator"] = "compiler/syntax compiler/inst compiler/elab compiler/diff compiler/prepare compiler/dae compiler/lower compiler/expr compiler/flat"
	may["compiler/emit"]    = "ir model"
	may["compiler/fmi"]     = "compiler/emit compiler/units ir model"
	may["compiler"]         = "compiler/clocks compiler/syntax compiler/inst compiler/connect compiler/devs compiler/flat compiler/units compiler/split compiler/prepare compiler/dae compiler/graph compiler/lower compiler/emit ir model"
	may["jit"]             = "ir"
	may["vm"]              = "ir jit"
	may["model"]           = "ir" # operations by number
	may["options"]         = "runtime/out"
	may["runtime/solver"]  = "runtime/rt"
	may["runtime/qss"]     = "ir runtime/rt"
	may["runtime/proof"]   = "ir runtime/solver"
	may["runtime/parts"]   = "runtime/devs"
	may["runtime/ext"]     = "vm ir" # the hooks of the VM
	may["runtime/plan"]    = "options runtime/solver runtime/proof runtime/qss runtime/rt"
	may["runtime/fnatomic"] = "runtime/ext"
	may["runtime/system"]  = "model runtime/ext runtime/fnatomic runtime/plant options runtime/devs runtime/plan runtime/rt runtime/solver"
	may["runtime/plant"]   = "options runtime/devs runtime/plan runtime/rt"
	may["runtime/run"]     = "jit options runtime/ext runtime/out runtime/plan runtime/plant runtime/rt runtime/system"
	may["runtime/native"]  = "model options runtime/ext runtime/out runtime/plan runtime/plant runtime/rt runtime/run runtime/solver runtime/system ir vm"
	may["runtime/bare"]    = "runtime/ext runtime/plan runtime/rt runtime/solver vm" # stands for parts of these
	may["runtime/fmi"]     = "options runtime/native runtime/plan runtime/plant runtime/rt vm"
	may["report"]          = "runtime/out runtime/system"
	may["fmi"]             = "runtime/ext runtime/plan runtime/rt"
	may["bondgraph"]       = "options compiler compiler/connect compiler/eval runtime/qbg"
	may["api"]             = "fmi options compiler compiler/lower ir jit vm runtime/out runtime/plan runtime/plant runtime/system runtime/ext"
	may["cli/help"]        = "options"
	may["cli"]             = "*"
	may["cli/study"]       = "*"
}
function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
{
	from = folder($1); sub(/^src\//, "", from)
	match($3, /"[^"]+"/); target = substr($3, RSTART + 1, RLENGTH - 2)
	to = folder(target)
	if (to == "modevs" || to == "base" || to == from || target !~ /\//) next
	if (may[from] == "*" || index(" " may[from] " ", " " to " ")) next
	printf "%s:%s: %s may not include \"%s\"\n", $1, $2, from, target
	bad = 1
}
END { exit bad }' || bad=1
exit $bad
