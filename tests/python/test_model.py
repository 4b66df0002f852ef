# SPDX-License-Identifier: MIT
"""Compiling, running, results: what docs/python.md promises."""

import ctypes
import gc
import os
import pickle
import signal
import tempfile
import threading
import time
import unittest
import warnings

from support import BALL, LADDER, RECTIFIER, cli, main, memory, modevs, python

try:
    import numpy
except ImportError:
    numpy = None


class Compiling(unittest.TestCase):
    def test_a_mistake_has_file_line_and_code(self):
        with self.assertRaises(modevs.CompileError) as caught:
            modevs.compile("Wrong.mo", source="model Wrong\n  Real x;\nequation\n  der(x) = velocty;\nend Wrong;")
        e = caught.exception
        self.assertEqual((e.file, e.line, e.column, e.code), ("Wrong.mo", 4, 12, "E0401"))
        self.assertEqual(e.diagnostics[0].severity, "error")
        self.assertIn("Wrong.mo:4:12: error[E0401]", str(e))

    def test_what_is_not_there_is_said(self):
        for what in ("nowhere/None.mo", "No.Such.Class"):
            with self.assertRaises(modevs.CompileError):
                modevs.compile(what)

    def test_wrong_arguments_are_exceptions(self):
        for arguments in (dict(), dict(what=3), dict(source=3), dict(what="a\0b.mo"), dict(what=BALL, code="fast"),
                          dict(what=BALL, timeout=-1), dict(what=BALL, e=[1]), dict(what=BALL, set=3),
                          dict(what=BALL, set={"e": 1}, e=2)):
            with self.subTest(arguments), self.assertRaises(modevs.OptionError):
                modevs.compile(**arguments)
        for set_ in ({"nothing": 1}, {"e": "blue"}):
            with self.subTest(set_), self.assertRaises(modevs.CompileError):
                modevs.compile(BALL, set=set_)

    def test_warnings_are_warnings(self):
        text = "model W\n  parameter Real a = 1;\n  Real x;\nequation\n  x = if a == 1 then 1 else 2;\nend W;"
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            m = modevs.compile("W.mo", source=text)
        self.assertEqual(len(m.warnings), 1)
        self.assertEqual(m.warnings[0].line, 5)
        self.assertTrue(issubclass(seen[0].category, modevs.ModelWarning))

    def test_structural_parameters_are_for_compile(self):
        m = modevs.compile(source=LADDER, n=4)
        self.assertIn("v[4]", m.variables)
        self.assertNotIn("v[5]", m.variables)
        with self.assertRaises(modevs.OptionError) as caught:
            m.run(n=5)
        self.assertIn("modevs.compile", str(caught.exception))

    def test_it_ends_when_its_time_is_over(self):
        with self.assertRaises(modevs.TimeoutExpired):
            modevs.compile(source=LADDER, n=300000, timeout=0.05)

    def test_a_text_has_the_name_of_its_model(self):
        self.assertEqual(modevs.compile(source=LADDER).name, "Ladder")

    def test_the_shipped_library_is_found(self):
        self.assertIn("load.R", modevs.compile(RECTIFIER).parameters)


class Running(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ball = modevs.compile(BALL)

    def test_values_have_units_and_times(self):
        r = self.ball.run(stop=1, e=0.7)
        self.assertEqual(r["h"].unit, "m")
        self.assertEqual(r["h"].description, "height")
        self.assertEqual(len(r["h"]), len(r.time))
        self.assertEqual(r.time[-1], 1)
        self.assertEqual(r["e"], 0.7)
        self.assertEqual(r.parameters["g"], 9.81)
        self.assertAlmostEqual(r.final["h"], float(r["h"][-1]))
        self.assertEqual(set(r), {"e", "g", "h", "v", "der(v)", "bounces"} | set(r))
        self.assertEqual(len(r), len(list(r)))

    def test_events_are_exact_and_have_a_cause(self):
        e = [e for e in self.ball.run(stop=1, tol=1e-11).events if e.changes]
        self.assertEqual(len(e), 1)
        self.assertAlmostEqual(e[0].time, (2 / 9.81) ** 0.5, places=9)
        self.assertEqual(e[0].kind, "state")
        self.assertIn("BouncingBall.mo:10", e[0].cause)
        self.assertIn("bounces: 0 -> 1", e[0].changes)
        self.assertEqual(self.ball.run(stop=1, events=False).events, [])

    @unittest.skipIf(numpy is None, "there is no NumPy")
    def test_arrays_are_numpy_arrays(self):
        h = self.ball.run(stop=1)["h"]
        self.assertIsInstance(h, numpy.ndarray)
        self.assertEqual(h[1:].unit, "m")
        self.assertNotIsInstance(2 * h, modevs.Array)  # m2 would be no m
        self.assertIsInstance(float(h.max()), float)
        again = pickle.loads(pickle.dumps(h))
        self.assertEqual(again.unit, "m")
        self.assertTrue((again == h).all())

    def test_arrays_stay_when_all_else_is_gone(self):
        m = modevs.compile(BALL)
        r = m.run(stop=1)
        m.close()
        names = list(r)
        h = r["h"]
        del r, m
        gc.collect()
        self.assertEqual(h[0], 1)
        self.assertIn("h", names)

    def test_a_closed_model_says_so(self):
        with modevs.compile(BALL) as m:
            pass
        for use in (m.run, lambda: m.sweep(e=[1]), lambda: modevs.Network().add("m", m.plant())):
            with self.assertRaises(modevs.ClosedError):
                use()

    def test_wrong_arguments_are_exceptions(self):
        for arguments in (dict(solver="none"), dict(stop="soon"), dict(stop=[1]), dict(e="blue"), dict(e=None),
                          dict(e=float("nan")), dict(e=1j), dict(ee=1), dict(tol=7), dict(set=3), dict(max_step=-1),
                          dict(log="everything")):
            with self.subTest(arguments), self.assertRaises(modevs.OptionError):
                self.ball.run(**arguments)
        for arguments in (dict(vars="zzz"), dict(vars=["h", "hh"]), dict(set={"q": 1})):
            with self.subTest(arguments), self.assertRaises(modevs.UnknownVariable):
                self.ball.run(**arguments)
        with self.assertRaises(modevs.UnknownVariable) as caught:
            self.ball.run(stop=0.1)["bounce"]
        self.assertIn("'bounces'", str(caught.exception))

    def test_a_variable_with_the_name_of_an_option_is_not_mistaken(self):
        m = modevs.compile(source="model M parameter Real stop = 1; Real x(start = stop, fixed = true); "
                                  "equation der(x) = 1; end M;")
        with self.assertRaises(modevs.OptionError):
            m.run(stop=2)
        r = m.run(set={"stop": 5}, options={"stop": 2})
        self.assertEqual((r["x"][0], r.time[-1]), (5, 2))

    def test_enumerations_and_booleans_are_set_by_their_values(self):
        m = modevs.compile(source="model M type E = enumeration(a, b, c); parameter E e = E.a; parameter Boolean b = "
                                  "false; Real x; equation x = (if e == E.b then 2 else 1) + (if b then 10 else 0); "
                                  "end M;")
        self.assertEqual(m.run(e="b", b=True)["x"][0], 12)
        with self.assertRaises(modevs.OptionError):
            m.run(e="d")

    def test_a_failed_run_has_what_came_until_then(self):
        with self.assertRaises(modevs.SimulationError) as caught:
            self.ball.run(stop=3, e=0.5)
        self.assertAlmostEqual(caught.exception.time, 1.353129, places=3)
        self.assertGreater(len(caught.exception.result["h"]), 100)

    def test_it_ends_when_its_time_is_over(self):
        m = modevs.compile(source="model M Real x(start = 0, fixed = true); equation der(x) = sin(1e6 * time); end M;")
        with self.assertRaises(modevs.TimeoutExpired):
            m.run(stop=1e6, timeout=0.1, max_step=1e-6)

    def test_the_bytes_of_files_are_those_of_the_command_line(self):
        cases = ((BALL, {"e": 0.7}, {"stop": 1}), (RECTIFIER, {"load.R": 30}, {}), (RECTIFIER, {}, {"solver": "rk45"}),
                 (BALL, {}, {"solver": "qss2", "stop": 1}))
        with tempfile.TemporaryDirectory() as folder:
            for k, (model, values, options) in enumerate(cases):
                m = modevs.compile(model)
                r = m.run(set=values, **options)
                for suffix in ("csv", "mat"):
                    ours, theirs = (os.path.join(folder, f"{k}{who}.{suffix}") for who in ("p", "c"))
                    r.save(ours)
                    sets = [x for n, v in values.items() for x in ("--set", f"{n}={v}")]
                    flags = [x for n, v in options.items() for x in (f"--{n}", str(v))]
                    cli("run", model, "-o", theirs, *sets, *flags)
                    with open(ours, "rb") as a, open(theirs, "rb") as b:
                        self.assertEqual(a.read(), b.read(), (model, suffix))
            with open(os.path.join(folder, "mine.csv"), "w") as file:
                file.write("something else\n")
            for path in ("mine.csv", "nowhere/x.csv"):
                with self.assertRaises(OSError):
                    r.save(os.path.join(folder, path))
            with self.assertRaises(modevs.OptionError):
                r.save(os.path.join(folder, "x.xls"))

    def test_pictures(self):
        r = self.ball.run(stop=1)
        self.assertIn("<svg", r._repr_svg_())
        self.assertIn("<table>", r._repr_html_())
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "h.svg")
            r.plot("h", "v", path=path)
            with open(path) as file:
                self.assertIn("<svg", file.read())
        for wrong in (lambda: r.plot("hh", path="x.svg"), lambda: r.plot("h", path="x.png"), lambda: r.svg("e")):
            with self.assertRaises(modevs.Error):
                wrong()

    def test_pandas_or_a_word_that_it_is_missing(self):
        r = self.ball.run(stop=1)
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "needs pandas"):
                r.to_pandas()
        else:
            self.assertEqual(r.to_pandas().attrs["units"]["h"], "m")

    def test_models_run_in_many_threads(self):
        found = []
        threads = [threading.Thread(target=lambda: found.append(float(self.ball.run(stop=1)["h"][-1])))
                   for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(len(set(found)), 1)
        self.assertEqual(len(found), 8)


class Sweeping(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ladder = modevs.compile(source=LADDER)

    def test_every_combination_in_order_whatever_the_threads(self):
        one = self.ladder.sweep(R=[1, 2, 3], C=[0.1, 0.2], jobs=1)
        two = self.ladder.sweep(R=[1, 2, 3], C=[0.1, 0.2], jobs=2)
        self.assertEqual(one.points, [{"R": r, "C": k} for r in (1, 2, 3) for k in (0.1, 0.2)])
        self.assertEqual(list(one.final("y")), list(two.final("y")))
        self.assertEqual([list(a["y"]) for a in one], [list(b["y"]) for b in two])
        self.assertEqual(one.values("R"), [1, 1, 2, 2, 3, 3])

    def test_it_is_the_same_as_single_runs(self):
        s = self.ladder.sweep(R=[1.5, 2.5], stop=2)
        for r, found in zip((1.5, 2.5), s):
            self.assertEqual(list(found["y"]), list(self.ladder.run(R=r, stop=2)["y"]))

    def test_measures_are_kept_in_place_of_results(self):
        s = self.ladder.sweep(R=range(1, 4), measure=lambda r: max(r["y"]), jobs=2)
        self.assertEqual(len(list(s)), 3)
        self.assertIsInstance(float(s[0]), float)
        with self.assertRaises(ZeroDivisionError):
            self.ladder.sweep(R=[1, 2], measure=lambda r: 1 / 0, jobs=2)

    def test_failed_runs_are_raised_or_kept(self):
        ball = modevs.compile(BALL)
        with self.assertRaises(modevs.SimulationError):
            ball.sweep(e=[0.9, 0.5], stop=3)
        s = ball.sweep(e=[0.9, 0.5], stop=3, errors="keep")
        self.assertIsInstance(s[1], modevs.SimulationError)
        self.assertEqual(len(s.final("h")), 2)

    def test_wrong_arguments_are_exceptions(self):
        for arguments in (dict(R=[], jobs=1), dict(R=[1], jobs=0), dict(R=[1], jobs="two"), dict(R=[1], errors="no"),
                          dict(R=[1], measure=3), dict(Q=[1]), dict(R=["a"])):
            with self.subTest(arguments), self.assertRaises(modevs.OptionError):
                self.ladder.sweep(**arguments)

    def test_a_thousand_runs_are_made_beside_as_many_integrations(self):
        """What they cost in multiples of these is printed: times are not judged here."""
        from modevs import _library as c

        values = [1 + i / 1000 for i in range(1000)]
        simulate = c.library.mdv_simulate
        simulate.restype, simulate.argtypes = ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
        out = c.MdvSimulateResult()
        ratios = []
        for _ in range(3):  # others may take the processor
            begin = time.process_time()
            for _ in values:
                simulate(self.ladder._program.handle, None, ctypes.byref(out))
            alone = time.process_time() - begin
            begin = time.process_time()
            s = self.ladder.sweep(R=values)
            ratios.append((time.process_time() - begin) / alone)
            self.assertEqual(len(s), 1000)
        print(f"sweep / integrations: {min(ratios):.2f}")

    def test_memory_does_not_grow_over_a_thousand_runs(self):
        def many(n):
            for i in range(n):
                r = self.ladder.run(R=1 + i / n)
                r["y"], r.events
            gc.collect()
            return memory()

        taken = [many(200), many(1000), many(1000)]  # the system may hold some of it for once
        self.assertLess(min(b - a for a, b in zip(taken, taken[1:])), 2 << 20)


class Signals(unittest.TestCase):
    ENDLESS = ("import modevs, sys\nm = modevs.compile(source='model M parameter Real a = 1; Real x(start = 0, fixed = true); "
               "equation der(x) = a * sin(1e6 * time); end M;')\nprint('ready', flush=True)\n")

    def end(self, code, number, **environment):
        child = python(code, **environment)
        self.assertEqual(child.stdout.readline(), "ready\n")
        time.sleep(0.3)
        begin = time.time()
        child.send_signal(number)
        out, err = child.communicate(timeout=60)
        return child.returncode, out, err, time.time() - begin

    def test_ctrl_c_ends_runs_and_sweeps(self):
        for what in ("m.run(stop=1e6, max_step=1e-6)", "m.sweep(a=[1, 2, 3], jobs=2, stop=1e6, max_step=1e-6)"):
            status, out, err, took = self.end(
                self.ENDLESS + f"try:\n    {what}\nexcept KeyboardInterrupt:\n    print('interrupted')\n",
                signal.SIGINT)
            self.assertEqual((status, out), (0, "interrupted\n"), err)
            self.assertLess(took, 30)

    def test_no_files_are_left(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with tempfile.TemporaryDirectory() as folder:
                self.end(self.ENDLESS + "m.run(stop=1e6, max_step=1e-6)", number, TMPDIR=folder)
                self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    main()
