# SPDX-License-Identifier: MIT
"""The package as users get it: a wheel made and installed without a network, found libraries, and the reference."""

import hashlib
import inspect
import os
import subprocess
import sys
import tempfile
import unittest

from support import BALL, ROOT, main, modevs

PACKAGE = os.path.join(ROOT, "python")
PRINT = "import modevs; print(modevs._library.library._name); print(modevs.compile(%r).run(stop=1).time[-1])" % BALL


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def build(self, name, **environment):
        out = os.path.join(self.folder, name)
        os.makedirs(out)
        code = ("import sys; sys.path.insert(0, %r); import backend; print(backend.build_wheel(%r))"
                % (os.path.join(PACKAGE, "build_backend"), out))
        made = subprocess.run([sys.executable, "-B", "-c", code], check=True, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, **environment})
        return os.path.join(out, made.stdout.strip())

    def test_a_wheel_has_the_same_bytes_twice(self):
        sums = []
        for name in ("a", "b"):
            with open(self.build(name), "rb") as file:
                sums.append(hashlib.sha256(file.read()).hexdigest())
        self.assertEqual(sums[0], sums[1])

    def test_pip_installs_it_into_a_fresh_environment_without_a_network(self):
        try:
            subprocess.run([sys.executable, "-m", "venv", self.folder + "/venv"], check=True, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
        except subprocess.CalledProcessError as e:
            self.skipTest(f"there is no venv: {e.stdout!r}")
        pip = [self.folder + "/venv/bin/pip", "install", "--no-index", "--no-cache-dir", "--quiet",
               "--disable-pip-version-check", PACKAGE]
        done = subprocess.run(pip, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("MODEVS", "PYTHON", "MODELICA"))}
        out = subprocess.run([self.folder + "/venv/bin/python", "-c", PRINT], check=True, stdout=subprocess.PIPE,
                             text=True, env=clean, cwd=self.folder).stdout.split()
        self.assertTrue(out[0].startswith(os.path.realpath(self.folder)) or out[0].startswith(self.folder), out)
        self.assertEqual(out[1], "1.0")
        # The library that comes along is found with its Modelica library.
        shipped = ("import modevs; print(len(modevs.compile(%r).parameters) > 0)"
                   % os.path.join(ROOT, "examples", "circuit", "Rectifier.mo"))
        out = subprocess.run([self.folder + "/venv/bin/python", "-c", shipped], check=True, stdout=subprocess.PIPE,
                             text=True, env=clean, cwd=self.folder).stdout
        self.assertEqual(out, "True\n")
        self.assertNotIn("build", os.listdir(PACKAGE))

    def run_with(self, library):
        return subprocess.run([sys.executable, "-B", "-c", "import modevs"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONPATH": PACKAGE, "MODEVS_LIBRARY": library})

    def test_a_wrong_library_is_refused_with_words(self):
        no_library = os.path.join(self.folder, "no.so")
        with open(no_library, "w") as file:
            file.write("nothing")
        self.assertIn("LibraryError", self.run_with(no_library).stderr)
        done = self.run_with("libc.so.6")
        self.assertIn("no library of modevs", done.stderr)

    def test_the_reference_reads_well(self):
        done = subprocess.run([sys.executable, "-B", "-m", "pydoc", "modevs"], check=True, stdout=subprocess.PIPE,
                              text=True, env={**os.environ, "PYTHONPATH": PACKAGE})
        for words in ("Modelica models and DEVS networks, from Python", "Compiles a Modelica class.",
                      "class Atomic", "def run(", "Optional[float]"):
            self.assertIn(words, done.stdout if words != "def run(" else done.stdout.replace("run(self", "def run("))

    def test_everything_public_has_a_docstring(self):
        for name in modevs.__all__:
            thing = getattr(modevs, name)
            if callable(thing):
                self.assertTrue(thing.__doc__, name)
                for key, member in vars(thing).items() if isinstance(thing, type) else ():
                    if callable(member) and not key.startswith("_"):
                        self.assertTrue(inspect.getdoc(getattr(thing, key)), f"{name}.{key}")


if __name__ == "__main__":
    main()
