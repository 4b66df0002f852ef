# SPDX-License-Identifier: MIT
"""Every block of Python in the documentation runs, as does the study."""

import contextlib
import glob
import io
import os
import re
import subprocess
import sys
import unittest

from support import ROOT, main


class Documentation(unittest.TestCase):
    def blocks(self, path, folder):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        found = list(re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S))
        self.assertTrue(found, path)
        names = {"__name__": "__main__"}
        before = os.getcwd()
        os.chdir(os.path.join(ROOT, folder))
        try:
            for block in found:
                line = text[:block.start(1)].count("\n")
                code = compile("\n" * line + block.group(1), path, "exec")
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(code, names)
        finally:
            os.chdir(before)

    def test_the_pages_run(self):
        self.blocks("docs/python.md", "examples/bouncing_ball")
        self.blocks("docs/guide/python.md", "examples/bouncing_ball")
        self.blocks("README.md", ".")

    def test_the_studies_run(self):
        studies = sorted(glob.glob(os.path.join(ROOT, "examples", "python", "*.py")))
        self.assertTrue(studies)
        for study in studies:
            done = subprocess.run([sys.executable, "-B", study], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")})
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(study[:-3] + ".txt", encoding="utf-8") as file:
                self.assertEqual(done.stdout, file.read())


if __name__ == "__main__":
    main()
