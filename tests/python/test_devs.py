# SPDX-License-Identifier: MIT
"""DEVS models in Python, with plants and parts in C."""

import gc
import math
import os
import signal
import subprocess
import tempfile
import time
import traceback
import unittest
import weakref

from support import BALL, ROOT, main, memory, modevs, python


class Counter(modevs.Atomic):
    inputs = ("tick",)
    outputs = ("full",)

    def __init__(self, n):
        self.left = n
        self.seen = []

    def ta(self):
        return 0 if self.left == 0 else modevs.infinity

    def output(self):
        return {"full": len(self.seen)}

    def delta_int(self):
        self.left = -1

    def delta_ext(self, e, x):
        for port, value in x:
            self.seen.append((self.now, e, port, value))
            self.left -= 1


class Clock(modevs.Atomic):
    outputs = ("out",)

    def __init__(self, period, values):
        self.period, self.values = period, list(values)

    def ta(self):
        return self.period if self.values else math.inf

    def output(self):
        yield "out", self.values[0]

    def delta_int(self):
        del self.values[0]


class Atomics(unittest.TestCase):
    def test_a_network_of_python_and_c(self):
        net = modevs.Network()
        source = net.add("source", modevs.part("generator", gaps=1.0, limit=5))
        counter = Counter(3)
        net.add("counter", counter)
        recorder = net.add("recorder", modevs.part("recorder", ports=1))
        net.couple(source["outport"], "counter.tick")
        net.couple("counter.full", recorder[recorder.inputs[0]])
        self.assertEqual(net.run(10), 10)
        self.assertEqual(counter.seen, [(float(t), 1.0, "tick", t) for t in range(1, 6)])
        self.assertEqual([(r.time, r.step, r.value) for r in recorder.records], [(3.0, 1, 3)])
        self.assertEqual(source.shown, {"sent": 5})

    def test_values_of_every_kind_arrive_as_they_were_sent(self):
        sent = [None, True, False, 7, -(1 << 62), 2.5, math.inf, (1, 2.5, None, (True,)), {"a": [1]}, "text", object()]
        net, counter = modevs.Network(), Counter(1000)
        net.add("clock", Clock(1, sent))
        net.add("counter", counter)
        net.couple("clock.out", "counter.tick")
        net.run()
        got = [value for _, _, _, value in counter.seen]
        self.assertEqual(got, sent)
        self.assertEqual([type(x) for x in got], [type(x) for x in sent])
        self.assertIs(got[-1], sent[-1])

    def test_objects_in_messages_are_freed(self):
        class Thing:
            pass

        things = [Thing() for _ in range(5)]
        watch = [weakref.ref(t) for t in things]
        net = modevs.Network()
        net.add("clock", Clock(1, things))
        del things
        net.run()
        net.close()
        gc.collect()
        self.assertEqual([w() for w in watch], [None] * 5)

    def test_confluent_input_is_internal_then_external_or_ones_own(self):
        calls = []

        class Both(Counter):
            def ta(self):
                return 1.0

            def output(self):
                return None

            def delta_int(self):
                calls.append("int")

            def delta_ext(self, e, x):
                calls.append(("ext", e))

        class Own(Both):
            def delta_con(self, x):
                calls.append("con")

        for kind, want in ((Both, ["int", ("ext", 0.0)]), (Own, ["con"])):
            calls.clear()
            net = modevs.Network()
            net.add("clock", Clock(1, [1]))
            net.add("both", kind(0))
            net.couple("clock.out", "both.tick")
            net.run(1)
            self.assertEqual(calls, want)

    def test_an_exception_is_raised_with_its_traceback(self):
        def broken(self, *_):
            return {}["the key"]

        for name in ("ta", "output", "delta_int", "delta_ext", "delta_con"):
            kind = type("Broken", (Counter,), {"ta": lambda self: 1.0, name: broken})
            net = modevs.Network()
            frames = []
            try:
                net.add("clock", Clock(1 if name == "delta_con" else 0.5, [1]))
                net.add("broken", kind(1))
                net.couple("clock.out", "broken.tick")
                net.run(5)
            except KeyError as e:
                frames = traceback.extract_tb(e.__traceback__)
            self.assertEqual([f.name for f in frames[-1:]], ["broken"], name)

    def test_wrong_results_are_exceptions(self):
        for name, value in (("ta", lambda self: -1), ("ta", lambda self: math.nan), ("ta", lambda self: "soon"),
                            ("output", lambda self: 3), ("output", lambda self: {"nowhere": 1}),
                            ("output", lambda self: [3]), ("output", lambda self: "full")):
            kind = type("Wrong", (Counter,), {"ta": lambda self: 1.0, name: value})
            net = modevs.Network()
            with self.subTest(name), self.assertRaises(modevs.NetworkError):
                net.add("wrong", kind(1))
                net.run(5)

    def test_wrong_use_is_an_exception(self):
        net = modevs.Network()
        a = net.add("a", Counter(1))
        other = modevs.Network().add("b", Counter(1)), modevs.Network()
        for wrong in (lambda: net.add("a", Counter(1)), lambda: net.add("a.b", Counter(1)),
                      lambda: net.couple("a.nothing", "a.tick"), lambda: net.couple("a.tick", "a.full"),
                      lambda: net.couple("b.full", "a.tick"), lambda: net.couple(a["full"], other[0]["tick"]),
                      lambda: net.couple("a", "a.tick"), lambda: a["zz"], lambda: a.get("h"), lambda: a.shown,
                      lambda: a.records, lambda: a.add("b", Counter(1)), lambda: net.find("c"),
                      lambda: net.inject(-1, "a.tick"), lambda: net.inject(1, "a.full"),
                      lambda: net.inject(1, "a.tick", 1 << 70)):
            with self.assertRaises((modevs.NetworkError, modevs.ClosedError)):
                wrong()
        for wrong in (lambda: net.add("c", 3), lambda: net.add(3, Counter(1)), lambda: net.run("long"),
                      lambda: net.run(math.nan), lambda: modevs.Network(start="now"), lambda: modevs.Network(seed=-1)):
            with self.assertRaises(modevs.OptionError):
                wrong()

    def test_a_closed_network_says_so(self):
        with modevs.Network() as net:
            a = net.add("a", Counter(1))
        net.close()
        for use in (net.run, lambda: net.time, lambda: net.add("b", Counter(1)), lambda: net.find("a"),
                    lambda: a.shown, lambda: net.stats):
            with self.assertRaises(modevs.ClosedError):
                use()
        self.assertIn("closed", repr(net))

    def test_a_component_may_not_run_or_close_its_network(self):
        for name in ("run", "close", "step", "next_time"):
            net = modevs.Network()
            use = (lambda self, x=name: getattr(net, x)) if name == "next_time" else \
                (lambda self, x=name: getattr(net, x)())
            net.add("meddler", type("Meddler", (Counter,), {"ta": lambda self: 1.0, "delta_int": use})(1))
            with self.subTest(name), self.assertRaises(modevs.NetworkError):
                net.run(2)

    def test_after_a_failure_nothing_goes_on(self):
        net = modevs.Network()
        net.add("wrong", type("Wrong", (Counter,), {"ta": lambda self: 1.0, "delta_int": lambda self: 1 / 0})(1))
        with self.assertRaises(ZeroDivisionError):
            net.run(2)
        for use in (lambda: net.run(3), net.step):
            with self.assertRaises(modevs.NetworkError):
                use()
        net.close()

    def test_an_object_is_one_component(self):
        counter = Counter(1)
        with modevs.Network() as net:
            net.add("a", counter)
            with self.assertRaises(modevs.NetworkError):
                net.add("b", counter)
            with self.assertRaises(modevs.NetworkError):
                modevs.Network().add("a", counter)
        modevs.Network().add("a", counter)

    def test_coupled_models_and_removal(self):
        net, inner = modevs.Network(), Counter(1)
        net.add("clock", Clock(1, [1, 2, 3]))
        box = net.add_coupled("box", inputs=["in"], outputs=["out"])
        box.add("counter", inner)
        outside = Counter(100)
        net.add("outside", outside)
        net.couple("clock.out", "box.in")
        net.couple("box.in", "box.counter.tick")
        net.couple("box.counter.full", "box.out")
        net.couple("box.out", "outside.tick")
        net.run(2)
        self.assertEqual(len(inner.seen), 2)
        self.assertEqual([s[3] for s in outside.seen], [1])
        net.remove(box)
        net.run(5)
        self.assertEqual(len(inner.seen), 2)

    def test_networks_are_freed(self):
        def make():
            net = modevs.Network()
            net.add("clock", Clock(0.001, range(100)))
            net.add("counter", Counter(10))
            net.couple("clock.out", "counter.tick")
            net.run()

        for _ in range(50):
            make()
        gc.collect()
        before = memory()
        for _ in range(300):
            make()
        gc.collect()
        self.assertLess(memory() - before, 2 << 20)
        from modevs import _devs
        self.assertEqual(len(_devs._objects), 0)

    def test_ctrl_c_ends_a_run(self):
        code = ("import modevs, time\nclass Slow(modevs.Atomic):\n    def ta(self): return 1.0\n"
                "    def delta_int(self): time.sleep(0.01)\nnet = modevs.Network()\nnet.add('slow', Slow())\n"
                "print('ready', flush=True)\ntry:\n    net.run(1e9)\nexcept KeyboardInterrupt:\n"
                "    print('interrupted', net.time > 0)\n")
        child = python(code)
        self.assertEqual(child.stdout.readline(), "ready\n")
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertEqual(out, "interrupted True\n", err)
        self.assertEqual(err, "")


class Plants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = modevs.compile(os.path.join(ROOT, "examples", "thermostat", "Room.mo"))
        cls.ball = modevs.compile(BALL)

    def test_a_plant_sends_what_changes_and_takes_input(self):
        net, counter = modevs.Network(), Counter(100)
        ball = net.add("ball", self.ball.plant(inputs=["v"], outputs={"n": "bounces"}, trace=["h"], interval=0.1,
                                               tol=1e-11))
        net.add("counter", counter)
        net.couple("ball.n", "counter.tick")
        net.inject(0.2, "ball.v", 5.0)
        net.run(2)
        h = 1 - 9.81 * 0.2 ** 2 / 2
        bounce = 0.2 + (5 + math.sqrt(25 + 2 * 9.81 * h)) / 9.81
        self.assertAlmostEqual(counter.seen[0][0], bounce, places=8)
        self.assertEqual(counter.seen[0][3], 1)
        self.assertAlmostEqual(ball.get("h"), ball.result["h"][-1], delta=0.5)
        self.assertIn(0.2, list(ball.result.time))
        self.assertEqual(list(ball.result), ["h"])

    def test_wrong_plants_are_exceptions(self):
        net = modevs.Network()
        for wrong, kind in ((dict(inputs=["q"]), modevs.UnknownVariable), (dict(outputs=["q"]), modevs.UnknownVariable),
                            (dict(outputs={"a": ("h", "never")}), modevs.OptionError),
                            (dict(outputs={"a": ("h", "edge")}), modevs.OptionError),
                            (dict(inputs="v"), modevs.OptionError), (dict(rules={"v": "all"}), modevs.OptionError),
                            (dict(nothing=3), modevs.OptionError), (dict(set={"q": 1}), modevs.UnknownVariable),
                            (dict(inputs=["der(v)"]), modevs.NetworkError), (dict(trace="zz"), modevs.UnknownVariable)):
            with self.subTest(wrong), self.assertRaises(kind):
                net.add("p", self.ball.plant(**wrong))
                net.inject(0.5, "p." + list(net.find("p").inputs)[0], 1.0)
                net.run(1)
        with self.assertRaises(modevs.OptionError):
            modevs.Plant("Ball.mo")

    def test_a_trace_grows_and_outlives_its_network(self):
        looks = []

        class Peeper(Clock):
            def delta_int(self):
                super().delta_int()
                try:
                    ball.result["h"]
                except modevs.NetworkError as e:
                    looks.append(e)

        with modevs.Network() as net:
            ball = net.add("ball", self.ball.plant(trace=True, interval=0.1))
            net.add("peeper", Peeper(0.5, [1]))
            net.run(0.25)
            before = len(ball.result["h"])
            net.run(0.75)
            self.assertGreater(len(ball.result["h"]), before)
        self.assertEqual(len(looks), 1)
        gc.collect()
        self.assertEqual(ball.result["h"][0], 1)

    def test_many_plants_are_freed(self):
        def make():
            net = modevs.Network()
            net.add("ball", self.ball.plant(inputs=["v"], outputs=["bounces"], trace=True))
            net.run(1)

        for _ in range(20):
            make()
        gc.collect()
        before = memory()
        for _ in range(200):
            make()
        gc.collect()
        self.assertLess(memory() - before, 2 << 20)


class Parts(unittest.TestCase):
    def test_a_queue_is_that_of_the_engine_in_c(self):
        net = modevs.Network(seed=1)
        net.add("source", modevs.part("generator", gaps=modevs.exponential(1.0)))
        server = net.add("server", modevs.part("processor", service=modevs.constant(0.9), capacity=3, order="fifo"))
        net.couple(net.find("source")["outport"], server[server.inputs[0]])
        net.run(1000)
        shown = server.shown
        self.assertGreater(shown["served"], 500)
        self.assertIn("waiting", shown)
        again = modevs.Network(seed=1)
        again.add("source", modevs.part("generator", gaps=modevs.exponential(1.0)))
        same = again.add("server", modevs.part("processor", service=0.9, capacity=3))
        again.couple("source.outport", same[same.inputs[0]])
        again.run(1000)
        self.assertEqual(same.shown, shown)

    def test_wrong_parameters_are_exceptions(self):
        for name, params in (("processor", dict(service="slow")), ("processor", dict(servce=1)),
                             ("processor", dict(order="random")), ("generator", dict(gaps=1.0, limit=0.5)),
                             ("recorder", dict(ports=0))):
            with self.subTest(name), self.assertRaises((modevs.OptionError, ValueError)):
                modevs.part(name, **params)
        with self.assertRaises(modevs.UnknownVariable):
            modevs.part("oven")
        with self.assertRaises(modevs.NetworkError):
            modevs.part("counter", library="/nowhere.so")
        with self.assertRaises(modevs.NetworkError):
            modevs.Network().add("g", modevs.part("generator", gaps=-1.0))

    @unittest.skipIf(os.system("command -v cc >/dev/null"), "there is no C compiler")
    def test_atomics_of_ones_own_shared_library(self):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "echo.c")
            with open(source, "w") as file:
                file.write("""
#include <modevs/library.h>
#include <math.h>
typedef struct { MdvValue v; bool full; } Echo;
static double ta(const void *s) { return ((const Echo *)s)->full ? 1 : INFINITY; }
static MdvStatus lambda(const void *s, MdvCall *c) { return mdv_send(c, 0, ((const Echo *)s)->v); }
static MdvStatus delta_int(void *s, const MdvCall *c) { (void)c; ((Echo *)s)->full = false; return MDV_OK; }
static MdvStatus delta_ext(void *s, const MdvCall *c, double e, const MdvBag *x)
{ (void)c, (void)e; ((Echo *)s)->v = x->at[0]; ((Echo *)s)->full = true; return MDV_OK; }
static const MdvAtomic echo = {.name = "echo", .state_size = sizeof(Echo), .n_in = 1, .n_out = 1, .ta = ta,
	.lambda = lambda, .delta_int = delta_int, .delta_ext = delta_ext};
static const MdvPortInfo in[] = {{"in"}}, out[] = {{"out"}};
static const MdvPart parts[] = {{"echo", &echo, MDV_PART_IN(in), MDV_PART_OUT(out)}};
MDV_LIBRARY(parts);
""")
            path = os.path.join(folder, "echo.so")
            subprocess.run(["cc", "-shared", "-fPIC", "-I", os.path.join(ROOT, "include"), source, "-o", path],
                           check=True)
            net, counter = modevs.Network(), Counter(9)
            net.add("echo", modevs.part("echo", library=path))
            net.add("counter", counter)
            net.couple("echo.out", "counter.tick")
            net.inject(2, "echo.in", 4.5)
            net.run()
            self.assertEqual(counter.seen, [(3.0, 3.0, "tick", 4.5)])


if __name__ == "__main__":
    main()
