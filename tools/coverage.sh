#!/bin/sh
# The page docs/coverage.md: examples of the Modelica Standard Library by rung, and those that fail, by
# package, each with its reason. REASONS has lines "regex<TAB>reason"; the first whose regex matches the
# class counts, and a failure without one is an error. SCORE.tsv are files that a scoring run wrote: rung,
# class, translate, simulate, verify (1, 0, or - without a reference), crash, seconds, message.
# usage: tools/coverage.sh REASONS SCORE.tsv... > docs/coverage.md
set -eu
awk -F '\t' '
function package(name,   n, part) { n = split(name, part, "."); return n > 3 ? part[1] "." part[2] "." part[3] : part[1] "." part[2] }
function reason(name,   i) {
	for (i = 1; i <= n_reasons; i++)
		if (name ~ regex[i])
			return why[i]
	printf "no reason for %s\n", name > "/dev/stderr"
	bad = 1
	return "?"
}
FNR == 1 { file++ }
file == 1 { if (NF >= 2 && $1 !~ /^#/) { regex[++n_reasons] = $1; why[n_reasons] = $2 } next }
$1 == "rung" { next }
{
	if (!($2 in at)) { order[++n] = $2; rungs[$1] = 1; if ($1 > most) most = $1 + 0 }
	at[$2] = $1 SUBSEP $3 SUBSEP $4 SUBSEP $5 SUBSEP $6
}
END {
	print "# What runs of the standard library\n"
	print "Examples of the Modelica Standard Library 4.1.0 and its tests with the settings of the published reference results, compared with these. An"
	print "example *verifies* if every signal of the reference stays inside a tube around it. Made by `tools/coverage.sh`, which refuses a failure without a reason.\n"
	print "| rung | examples | translate | simulate | verify | of |\n|---|---|---|---|---|---|"
	for (i = 1; i <= n; i++) {
		split(at[order[i]], v, SUBSEP)
		all[v[1]]++; tr[v[1]] += v[2]; si[v[1]] += v[3]; ve[v[1]] += v[4] == "1"; cr += v[5]
		of[v[1]] += v[4] != "-" || !v[3] || !v[2]
	}
	for (r = 1; r <= most; r++)
		if (r in rungs) {
			printf "| %d | %d | %d | %d | %d | %d |\n", r, all[r], tr[r], si[r], ve[r], ref[r] = of[r]
			t1 += all[r]; t2 += tr[r]; t3 += si[r]; t4 += ve[r]; t5 += of[r]
		}
	printf "| all | %d | %d | %d | %d | %d |\n\n", t1, t2, t3, t4, t5
	printf "Crashes: %d. In the last column failures without a reference count as if they had one.\n", cr
	for (i = 1; i <= n; i++) {
		split(at[order[i]], v, SUBSEP)
		if (v[2] && v[3] && v[4] != "0")
			continue
		p = package(order[i])
		if (!(p in lines)) pkgs[++n_pkgs] = p
		short = substr(order[i], length(p) + 2)
		verdict = !v[2] ? "does not translate" : !v[3] ? "does not simulate" : "differs"
		lines[p] = lines[p] sprintf("| %s | %s | %s |\n", short, verdict, reason(order[i]))
	}
	for (i = 1; i <= n_pkgs; i++)
		printf "\n## %s\n\n| example | | reason |\n|---|---|---|\n%s", pkgs[i], lines[pkgs[i]]
	exit bad
}' "$@"
