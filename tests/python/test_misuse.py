# SPDX-License-Identifier: MIT
"""Whatever is done to the package, in any order and with any argument, gives results or exceptions that say what is
wrong: never a crash, never an exception from the inside of the package."""

import faulthandler
import math
import random
import sys
import unittest
import warnings

from support import BALL, main, modevs

JUNK = [None, 3, -1, "x", "h", "v", 1.5, math.nan, math.inf, [], {}, b"x", object(), "a.b", "", True, ("h",), ["h"],
        lambda r: 1, {"h": 1}, "\0", 1 << 80]


class Noise(modevs.Atomic):
    inputs, outputs = ("i", "j"), ("o", "p")

    def __init__(self, random_):
        self.left, self.random = 3, random_

    def ta(self):
        return self.random.choice([0.1, 0.5, math.inf, 0, 1]) if self.left > 0 else math.inf

    def output(self):
        wrong = [{"q": 1}, 3, "o", [("o",)]] if self.random.random() < 0.1 else []
        return self.random.choice(wrong + [None, {"o": 1}, {"p": (1, 2.0)}, [("o", "x"), ("p", None)], {"o": self}])

    def delta_int(self):
        self.left -= 1
        if self.random.random() < 0.02:
            raise RuntimeError("by design")

    def delta_ext(self, e, x):
        list(x)


class Misuse(unittest.TestCase):
    def component(self):
        r = self.random
        return r.choice([lambda: Noise(r), lambda: self.ball.plant(inputs=["v"], outputs=["bounces"], trace=True),
                         lambda: modevs.part("recorder", ports=2), lambda: modevs.part("processor", service=1.0),
                         lambda: modevs.part("generator", gaps=0.5), self.junk])()

    def junk(self):
        return self.random.choice(JUNK)

    def network(self):
        if not self.networks:
            self.networks.append(modevs.Network(step_limit=1000))
        return self.random.choice(self.networks)

    def look(self):
        net, r = self.network(), self.random
        c = net.find(r.choice("abc"))
        actions = [lambda: c.shown, lambda: c.records, lambda: c.get("h"), lambda: net.remove(c), lambda: c["o"]]
        if c.result is not None:
            actions += [lambda: c.result["h"], lambda: c.result.save("/dev/null/x.csv"), lambda: c.result.svg()]
        r.choice(actions)()

    def one(self):
        r, junk = self.random, self.junk
        return r.choice([
            lambda: self.networks.append(modevs.Network(step_limit=1000)),
            lambda: self.network().add(r.choice(["a", "b", "c", junk()]), self.component()),
            lambda: self.network().couple(r.choice(["a.o", "b.o", "a.p", "c.outport", junk()]),
                                          r.choice(["a.i", "b.j", "b.i", "c.inport", junk()])),
            lambda: self.network().run(r.choice([0.5, 1, 2, 3, "x", None, math.nan, -1, []])),
            lambda: self.network().close(),
            lambda: self.network().inject(r.choice([0, 1, 2, junk()]), r.choice(["a.i", "b.j", "a.v", junk()]), junk()),
            self.look,
            lambda: self.ball.run(**{r.choice(["stop", "e", "g", "tol", "solver", "vars", "set", "interval", "log",
                                               "max_step", "timeout", "options"]): junk()}),
            lambda: self.ball.sweep(**{r.choice(["e", "jobs", "measure", "errors", "stop"]): junk()}),
            lambda: modevs.compile(junk(), **{r.choice(["source", "model", "libraries", "allow", "code", "timeout",
                                                        "set", "e"]): junk()}),
            lambda: modevs.part(r.choice(["generator", "processor", "switch", "statistics", "pipe", junk()]),
                                **{r.choice(["gaps", "service", "n", "order", "values", "limit", "ports",
                                             "library"]): junk()}),
            lambda: self.ball.plant(**{r.choice(["inputs", "outputs", "rules", "trace", "set", "tol"]): junk()}),
            lambda: self.ball.run(stop=0.1)[junk()],
            lambda: modevs.fmu(junk(), allow=junk()),
        ])()

    def test_nothing_crashes_and_everything_says_why(self):
        self.random = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 1)
        self.ball = modevs.compile(BALL)
        self.networks = []
        done = refused = 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for _ in range(1500):
                if len(self.networks) > 10:
                    del self.networks[0]
                try:
                    self.one()
                    done += 1
                except modevs.Error as e:
                    self.assertTrue(str(e))
                    refused += 1
                except RuntimeError as e:
                    self.assertEqual(str(e), "by design")
                except OSError:
                    refused += 1
        self.assertGreater(done, 200)
        self.assertGreater(refused, 200)


if __name__ == "__main__":
    faulthandler.dump_traceback_later(200, exit=True)  # if it hangs, it says where
    main(argv=sys.argv[:1])
