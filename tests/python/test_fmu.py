# SPDX-License-Identifier: MIT
"""FMUs from Python: made, run in a process of their own, and nothing left behind."""

import os
import signal
import tempfile
import time
import unittest

from support import BALL, cli, main, modevs, python

ENDLESS = "model M Real x(start = 0, fixed = true); equation der(x) = sin(1e6 * time); end M;"


class Fmus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = modevs.compile(BALL).fmu(os.path.join(cls.folder.name, "Ball.fmu"), version=2)
        with open(os.path.join(cls.folder.name, "M.mo"), "w") as file:
            file.write(ENDLESS)
        cls.endless = modevs.compile(file.name).fmu(os.path.join(cls.folder.name, "M.fmu"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_an_fmu_runs_as_on_the_command_line(self):
        fmu = modevs.fmu(self.path, allow="external")
        r = fmu.run(stop=1, e=0.7)
        self.assertEqual(fmu.version, "2.0")
        self.assertEqual(r["h"].unit, "m")
        self.assertEqual(r.time[-1], 1)
        ours, theirs = (os.path.join(self.folder.name, name) for name in ("a.csv", "b.csv"))
        r.save(ours)
        cli("run", self.path, "--allow", "external", "--stop", "1", "--set", "e=0.7", "-o", theirs)
        with open(ours, "rb") as a, open(theirs, "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_wrong_use_is_an_exception(self):
        with self.assertRaisesRegex(modevs.OptionError, "external"):
            modevs.fmu(self.path).run()
        fmu = modevs.fmu(self.path, allow="external")
        with self.assertRaises(modevs.UnknownVariable):
            fmu.run(q=1)
        for wrong in (lambda: modevs.fmu("x.zip"), lambda: modevs.fmu(self.path, interface="ms"),
                      lambda: fmu.run(stop="soon"), lambda: modevs.compile(BALL).fmu("x.fmu", version=4)):
            with self.assertRaises(modevs.OptionError):
                wrong()
        with self.assertRaises(modevs.SimulationError):
            fmu.run(stop=3, e=0.5)
        with self.assertRaises(modevs.Error):
            modevs.compile(source=ENDLESS).fmu("x.fmu")
        broken = os.path.join(self.folder.name, "Broken.fmu")
        with open(broken, "w") as file:
            file.write("no archive")
        with self.assertRaises(modevs.CompileError):
            modevs.fmu(broken)

    def start(self, folder):
        child = python(f"import modevs\nf = modevs.fmu({self.endless!r}, allow='external')\n"
                       "print('ready', flush=True)\nf.run(stop=1e5, solver='euler', interval=1e-2)", TMPDIR=folder)
        self.assertEqual(child.stdout.readline(), "ready\n")
        for _ in range(500):  # until it is unpacked
            if os.listdir(folder):
                break
            time.sleep(0.02)
        self.assertTrue(os.listdir(folder))
        return child

    def test_signals_leave_no_files(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with tempfile.TemporaryDirectory() as folder:
                child = self.start(folder)
                child.send_signal(number)
                child.communicate(timeout=60)
                self.assertNotEqual(child.returncode, 0)
                self.assertEqual(os.listdir(folder), [], number)

    def test_a_signal_while_the_child_is_being_made_leaves_no_files(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with tempfile.TemporaryDirectory() as folder:
                child = python(f"import modevs, os, subprocess, time\n"
                               f"class Popen(subprocess.Popen):\n"
                               f"    def __init__(self, *a, **k):\n"
                               f"        super().__init__(*a, **k)\n"
                               f"        while not os.listdir({folder!r}): time.sleep(0.01)\n"
                               f"        os.kill(os.getpid(), {int(number)})\n"
                               f"subprocess.Popen = Popen\n"
                               f"modevs.fmu({self.endless!r}, allow='external').run(stop=1e5, solver='euler', interval=1e-2)",
                               TMPDIR=folder)
                child.communicate(timeout=60)
                self.assertNotEqual(child.returncode, 0)
                self.assertEqual(os.listdir(folder), [], number)

    def test_after_a_kill_the_next_start_removes_them(self):
        with tempfile.TemporaryDirectory() as folder:
            child = self.start(folder)
            left = os.listdir(folder)
            # the number of the process that unpacked it is in the name of the folder
            other = int(left[0].split("-")[2])
            child.kill()
            child.communicate(timeout=60)
            os.killpg(other, signal.SIGKILL)
            for _ in range(500):
                try:
                    os.kill(other, 0)
                except ProcessLookupError:
                    break
                time.sleep(0.02)
            before = os.environ.get("TMPDIR")
            os.environ["TMPDIR"] = folder
            try:
                modevs.fmu(self.path, allow="external").run(stop=0.1)
            finally:
                os.environ.pop("TMPDIR")
                if before is not None:
                    os.environ["TMPDIR"] = before
            self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    main()
