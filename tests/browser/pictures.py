# SPDX-License-Identifier: MIT
"""Compares pictures of pages with those of tests/browser/pictures, which a person has looked at; ACCEPT=1 takes them as they are."""
import base64
import json
import os

here = os.path.dirname(os.path.abspath(__file__))
KEPT = os.path.join(here, "pictures")
PNG = "data:image/png;base64,"
LIMIT = 0.002  # the share of cells that may differ: times of the computer in statistics, edges of letters


class Pictures:
    """Small pictures, made and compared by a program in an empty page."""

    def __init__(self, page):
        self.page = page
        self.page.ask(open(os.path.join(here, "pictures.js"), encoding="utf-8").read())
        self.accept = os.environ.get("ACCEPT") == "1"

    def small(self, png):
        return self.page.ask("small(%s)" % json.dumps(PNG + png))

    def apart(self, one, other):
        return self.page.ask("apart(%s, %s)" % (json.dumps(one), json.dumps(other)))

    def kept(self, name):
        """The picture of that name, or None."""
        path = os.path.join(KEPT, name + ".png")
        if not os.path.exists(path):
            return None
        with open(path, "rb") as f:
            return PNG + base64.b64encode(f.read()).decode()

    def keep(self, name, picture):
        os.makedirs(KEPT, exist_ok=True)
        with open(os.path.join(KEPT, name + ".png"), "wb") as f:
            f.write(base64.b64decode(picture[len(PNG):]))

    def compare(self, page, shots, bare):
        """A line for each part of a page: it looks as it did, and would not if it looked like another part of it. `bare`: the first
        part without what is drawn in it."""
        lines = []
        now = {part: self.small(png) for part, png in shots.items()}
        others = dict(now, bare=self.small(bare))
        for part, picture in now.items():
            name = "%s-%s" % (page, part)
            if self.accept:
                self.keep(name, picture)
            was = self.kept(name)
            if not was:
                lines.append("NOT there is no picture %s: look at it, then ACCEPT=1" % name)
                continue
            far = self.apart(was, picture)
            near = min(self.apart(was, o) for other, o in others.items() if other != part)
            lines.append("%s %s looks as it did: %.2f %% differ, of the most similar other picture %.1f %%" % ("ok" if far <= LIMIT < near else "NOT", part, 100 * far, 100 * near))
        return lines
