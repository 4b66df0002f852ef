#!/bin/sh
# Work and precision as SVG: what bench/qss/run.sh has printed, of one model; error against time of
# the processor, both by powers of ten. usage: bench/qss/plot.sh MODEL < FIGURES > PLOT.svg
set -eu
awk -v model="${1:?of which model}" '
function power(x) { return log(x)/log(10) }
function low(x) { return x == int(x) || x > 0 ? int(x) : int(x) - 1 }
function across(e) { return 60 + 420*(power(e) - x0)/(x1 - x0) }
function down(t) { return 270 - 240*(power(t) - y0)/(y1 - y0) }
$1 == model && $4 == "steps" && $NF > 0 && $5 > 0 {
	split($2, part, "/"); n++; family[n] = part[1]; e[n] = $NF + 0; t[n] = $5 + 0
	if (n == 1 || power(e[n]) < x0) x0 = power(e[n]); if (n == 1 || power(e[n]) > x1) x1 = power(e[n])
	if (n == 1 || power(t[n]) < y0) y0 = power(t[n]); if (n == 1 || power(t[n]) > y1) y1 = power(t[n])
}
END {
	if (n == 0) { print "plot.sh: there are no figures of " model > "/dev/stderr"; exit 1 }
	x0 = low(x0); y0 = low(y0); x1 = low(x1) + 1; y1 = low(y1) + 1
	split("#1f77b4 #d62728 #2ca02c #9467bd #ff7f0e #17becf #8c564b", colour, " ")
	print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"620\" height=\"320\" font-family=\"sans-serif\" font-size=\"12\">"
	print "<rect width=\"620\" height=\"320\" fill=\"white\"/>"
	printf "<text x=\"60\" y=\"20\" font-size=\"14\">%s: processor time (ms) by error</text>\n", model
	for (p = x0; p <= x1; p++) printf "<line x1=\"%.1f\" y1=\"30\" x2=\"%.1f\" y2=\"270\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"288\" text-anchor=\"middle\">1e%d</text>\n", across(10^p), across(10^p), across(10^p), p
	for (p = y0; p <= y1; p++) printf "<line x1=\"60\" y1=\"%.1f\" x2=\"480\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"52\" y=\"%.1f\" text-anchor=\"end\">1e%d</text>\n", down(10^p), down(10^p), down(10^p) + 4, p
	for (i = 1; i <= n; i++) if (!(family[i] in seen)) {
		f = family[i]; seen[f] = ++m; line = ""
		for (k = i; k <= n; k++) if (family[k] == f) line = line sprintf("%.1f,%.1f ", across(e[k]), down(t[k]))
		printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", line, colour[m]
		for (k = i; k <= n; k++) if (family[k] == f) printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", across(e[k]), down(t[k]), colour[m]
		printf "<circle cx=\"500\" cy=\"%d\" r=\"4\" fill=\"%s\"/><text x=\"510\" y=\"%d\">%s</text>\n", 40 + 18*m, colour[m], 44 + 18*m, f
	}
	print "</svg>"
}'
