# A short front for CMake + Ninja. `make` builds build/modevs; `make help` lists the rest.
# Every target first installs the Debian packages it lacks (tools/setup.sh).

WERROR := $(if $(CI),ON,OFF)
PREFIX ?= /usr/local

.PHONY: all bare browser demo test torture install installed deb dist bench history asan tsan sanitize fuzz cover lint accept format clean help setup

all: setup
	@cmake --preset default -DMDV_WERROR=$(WERROR) >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build

setup:
	@mkdir -p build
	@tools/setup.sh build

demo: all  ## a motor drive, then a plant with a discrete-event controller; leaves a plot and pages to look at
	@build/modevs run examples/motor/MotorDrive.mo -o build/MotorDrive.csv --force --stats \
		--plot speed.w --plot reference.y,speed.w=build/MotorDrive.svg --report build/MotorDrive.html
	@echo "Two tanks are equations, their controller is a DEVS model; messages go between them at the exact instants of events:"
	@build/modevs run examples/devs/two_tanks/TwoTanks.mo --model TwoTanks.Atomic --stop 30 -o build/TwoTanks.csv --force \
		--plot plant.level1,plant.level2 --report build/TwoTanks.html
	@echo "the plot is in build/MotorDrive.svg; open build/MotorDrive.html and build/TwoTanks.html (its System and Messages) in a browser; examples/ has more models"

test: all  ## build everything and run every test
	@ctest --test-dir build --output-on-failure -j 2

browser: all  ## look at reports in headless Chromium (LIBRARY=folder of the real Modelica library: at more of them; REFERENCE=results of its examples)
	@tools/setup.sh browser
	@tests/browser/browser.py build/modevs build/browser $(LIBRARY) $(REFERENCE)

torture: all  ## the long versions of tests, hours; PARTS="hostile signals mutants …", SEED, FRACTION (tools/torture.sh)
	@tools/setup.sh fuzz
	@cmake --preset asan >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build/asan
	@cmake --preset fuzz >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build/fuzz
	@tools/torture.sh build $(PARTS)

# What is installed: the program and the libraries; tests, examples and benchmarks are not built for it.
installed: setup
	@cmake --preset default -DMDV_WERROR=$(WERROR) >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build --target modevs modevs_static modevs_shared modevs_runtime

install: installed  ## put program, headers, libraries, Python package under PREFIX (/usr/local)
	@cmake --install build --prefix $(PREFIX)

deb: installed  ## Debian packages into build/deb/: modevs, libmodevs0.1, libmodevs-dev, python3-modevs
	@tools/setup.sh deb
	@tools/deb.sh build build/deb

bare: installed  ## the Debian packages under lintian and in a bare Debian without network (needs root, debootstrap takes it from the network)
	@tools/setup.sh bare
	@tools/check_bare.sh build

dist:  ## the sources of the last commit into build/modevs-VERSION.tar.gz
	@mkdir -p build
	@tools/dist.sh build

bench: all  ## build the benchmarks into build/bench/
	@cmake --build build --target bench

history: bench  ## measure, and append a line to bench/history.tsv (MACHINE="what it runs on")
	@tools/bench_history.sh build $(if $(MACHINE),"$(MACHINE)")

asan: setup  ## every test under AddressSanitizer and UBSan
	@cmake --preset asan >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build/asan
	@ctest --test-dir build/asan --output-on-failure -j 2

tsan: setup  ## the threaded tests under ThreadSanitizer
	@cmake --preset tsan >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build/tsan --target threaded
	@ctest --test-dir build/tsan -L threads --output-on-failure -j 2

sanitize:  ## asan, then tsan: for CI
	@$(MAKE) --no-print-directory asan
	@$(MAKE) --no-print-directory tsan

cover: setup  ## lines that the tests run, by folder; build/cover/html has them all
	@tools/setup.sh cover
	@cmake --preset cover >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build/cover
	@find build/cover -name '*.gcda' -delete
	@ctest --test-dir build/cover --output-on-failure -j 2
	@tools/cover.sh build/cover

lint: all  ## clang-tidy and cppcheck; nothing found is what is wanted
	@tools/setup.sh lint
	@tools/lint.sh build

fuzz:  ## build the fuzz targets with libFuzzer into build/fuzz/
	@mkdir -p build
	@tools/setup.sh fuzz
	@cmake --preset fuzz >build/configure.log || { cat build/configure.log; exit 1; }
	@cmake --build build/fuzz

accept: all  ## take what the golden tests give as expected; look at the difference before committing
	@ACCEPT=1 ctest --test-dir build -R '^(err|older|strict|flat|dae|pass|explain|usage|bondgraph)_' -j 2

format:  ## rewrite the sources in the house format
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	@rm -rf build

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/'
