#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks at reports in headless Chromium: drive.js uses each page as a reader would and says what it saw.
usage: browser.py MODEVS FOLDER [LIBRARY [REFERENCE]]
LIBRARY: a folder with the real Modelica library, for more models; REFERENCE: a folder with results of others of its examples, to compare with"""
import base64
import csv
import json
import math
import os
import subprocess
import sys
import time

from pictures import Pictures

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
modevs, folder = sys.argv[1], sys.argv[2]
library = sys.argv[3] if len(sys.argv) > 3 else None
reference = sys.argv[4] if len(sys.argv) > 4 else None
CATCH = "<script>window.errors = []; addEventListener('error', (e) => errors.push('error: ' + e.message)); console.error = (...a) => errors.push('error: ' + a.join(' '));</script>"
MILLION = "model Million Real x = sin(time); Real y = cos(3*time) + 0.1*sin(50*time); end Million;"


def report(name, *arguments):
    page = os.path.join(folder, name + ".html")
    subprocess.run([modevs, "run", *arguments, "--report", page, "-o", os.path.join(folder, name + ".mat"), "--force"], check=True, stdout=subprocess.DEVNULL)
    return page


def study(command, name, *arguments):
    page = os.path.join(folder, name + ".html")
    out = ["-o", os.path.join(folder, name + ".csv")] if command == "sweep" else []
    subprocess.run([modevs, command, *arguments, "--report", page, "--force", *out], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return page


class Browser:
    """Chromium by its debugging protocol, over two pipes."""

    def __init__(self):
        (theirs_in, self.to), (self.back, theirs_out) = os.pipe(), os.pipe()

        def plug():
            a, b = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--enable-unsafe-swiftshader", "--window-size=1300,900", "--remote-debugging-pipe",
             "--user-data-dir=" + os.path.join(folder, "profile")], preexec_fn=plug, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.n, self.left = 0, b""
        self.ask("Target.createTarget", url="about:blank")

    def ask(self, method, session=None, **params):
        self.n += 1
        message = {"id": self.n, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.left:
                part = os.read(self.back, 1 << 20)
                if not part:
                    raise SystemExit("the browser has ended")
                self.left += part
            one, self.left = self.left.split(b"\0", 1)
            answer = json.loads(one)
            if answer.get("id") == self.n:
                return answer.get("result", {})

    def processes(self, kind):
        """Those of the browser, by their parents, or only those of a kind."""
        parent = {}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                parent[int(pid)] = int(open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()[1])
            except OSError:  # it has ended
                pass
        mine = {self.process.pid}
        while True:
            more = {p for p, of in parent.items() if of in mine} | mine
            if more == mine:
                return {p for p in mine if not kind or b"--type=" + kind in open("/proc/%d/cmdline" % p, "rb").read()}
            mine = more

    def worked(self, kind=None):
        """Nanoseconds of processor time of each thread of the browser so far: what it does, however busy the machine is."""
        ns = {}
        for pid in self.processes(kind):
            try:
                for thread in os.listdir("/proc/%d/task" % pid):
                    ns[thread] = int(open("/proc/%d/task/%s/schedstat" % (pid, thread)).read().split()[0])
            except OSError:
                pass
        return ns

    def since(self, before, kind=None):
        """Milliseconds of processor time since then."""
        return sum(ns - before.get(thread, 0) for thread, ns in self.worked(kind).items()) / 1e6

    def settle(self):
        """Waits until it does nothing any more: what it does by itself is not a page's."""
        for _ in range(50):
            before = self.worked()
            time.sleep(0.2)
            if self.since(before) < 5:
                return


class Page:
    """A page in the browser."""

    def __init__(self, url):
        self.target = browser.ask("Target.createTarget", url=url)["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]

    def ask(self, expression):
        """The value of an expression in the page, or of its promise."""
        answer = browser.ask("Runtime.evaluate", self.session, expression=expression, awaitPromise=True, returnByValue=True)
        return answer.get("result", {}).get("value")

    def picture(self):
        return browser.ask("Page.captureScreenshot", self.session).get("data", "")

    def close(self):
        browser.ask("Target.closeTarget", targetId=self.target)


class Driven(Page):
    """A page with a program that drives it."""

    def __init__(self, url):
        browser.settle()
        before = browser.worked()
        super().__init__(url)
        end = time.time() + 60
        while self.ask("typeof drive === 'function' && document.readyState === 'complete'") is not True:
            if time.time() > end:
                raise SystemExit("%s does not open: %s" % (url, self.ask("errors.join()")))
            time.sleep(0.02)
        self.opened = self.ask("readyAfter"), browser.since(before)

    def measure(self, expression, kind=None):
        """The same, and the milliseconds of processor time that it took."""
        before = browser.worked()
        return self.ask(expression), browser.since(before, kind)


# What a page takes is told by the clock and by the processor time of all of the browser. On a machine that has nothing else
# to do it takes no longer than either: others make the clock go on, several threads at once the processor time.
def claim(text, limit, clock, processor):
    own = min(clock, processor)
    return "%s %s (%.0f ms, of the processor %.0f ms)" % ("ok" if own <= limit else "NOT", text, clock, processor)


ZOOMS, SECONDS, SMALL = 8, 2, 1.5e6


def measured(page, size):
    """Lines about what takes time: opening, a zoom, a frame of an animation."""
    lines = [claim("it opens in 1 s", 1000, *page.opened)] if size <= SMALL else ["opened in %.0f ms (of the processor %.0f ms)" % page.opened]
    if page.ask("typeof zooms") == "undefined":
        return lines
    zoom, work = page.measure("zooms(%d)" % ZOOMS)
    lines.append(claim("a zoom redraws in 200 ms: " + zoom["what"], 200, zoom["ms"], work / ZOOMS))
    if page.ask("Boolean(tab('animation'))"):
        page.ask("frames(0.5)")  # what it takes once
        # The process that stands for the graphics card, which is not here, does not count.
        play, work = page.measure("frames(%d)" % SECONDS, b"renderer")
        lines.append(claim("30 frames/s are drawn: %.0f/s here, %s, one" % (1000 * play["n"] / play["ms"], play["what"]), 1000 / 30, play["ms"] / play["n"], work / play["n"]))
    return lines


def pictured(page, path):
    """Lines about how the parts of a page look; their pictures stay beside it."""
    parts = page.ask("[...byId('tabs').children].map((t) => t.dataset.page)")
    shots = {}
    for part in parts:
        page.ask("tab('%s').click(); new Promise((done) => requestAnimationFrame(done))" % part)
        shots[part] = page.picture()
        with open(path.replace(".html", "-%s.png" % part), "wb") as f:
            f.write(base64.b64decode(shots[part]))
    page.ask("tab('%s').click(); drawings = [...document.querySelectorAll('canvas, svg')]; drawings.forEach((d) => (d.style.visibility = 'hidden'))" % parts[0])
    bare = page.picture()
    page.ask("drawings.forEach((d) => (d.style.visibility = ''))")
    return pictures.compare(os.path.basename(path).replace(".html", ""), shots, bare)


def look(path, before="", program="drive.js"):
    """The lines of the program, and how large the page is; how many of them are bad."""
    text = open(path, encoding="utf-8").read()
    drive = open(os.path.join(here, program), encoding="utf-8").read()
    text = text.replace("<head>", "<head>" + CATCH, 1).replace("</body>", "<script>" + before + drive + "</script></body>", 1)
    driven = path.replace(".html", "-driven.html")
    open(driven, "w", encoding="utf-8").write(text)
    page = Driven("file://" + os.path.abspath(driven))
    lines = pictured(page, path)
    lines += (page.ask("drive()") or ["NOT the page came to its end"]) + measured(page, os.path.getsize(path))
    lines.append(("ok" if page.ask("errors.length") == 0 else "NOT") + " the console has no error")
    page.close()
    print("%s: %.2f MB" % (os.path.basename(path), os.path.getsize(path) / 1e6))
    for line in lines:
        print("   ", line)
    return sum(not line.startswith(("ok ", "opened ")) for line in lines)


# The robot of the library: a part on the world, then joint after joint, each with its axis and the part behind it.
ROBOT_FOOT = (0, 0.351, 0)
ROBOT = [((0, 1, 0), (0, 0.324, 0.3)), ((1, 0, 0), (0, 0.65, 0)), ((1, 0, 0), (0, 0.414, -0.155)),
         ((0, 1, 0), (0, 0.186, 0)), ((1, 0, 0), (0, 0.125, 0)), ((0, 1, 0), (0, 0, 0))]


def turned(v, axis, angle):
    """v turned about an axis (Rodrigues)."""
    cross = (axis[1] * v[2] - axis[2] * v[1], axis[2] * v[0] - axis[0] * v[2], axis[0] * v[1] - axis[1] * v[0])
    along = sum(a * b for a, b in zip(axis, v))
    return tuple(x * math.cos(angle) + c * math.sin(angle) + a * along * (1 - math.cos(angle)) for x, c, a in zip(v, cross, axis))


def end_point(angles):
    """Where the load of the robot is, by its six angles: from the hand back to the foot."""
    at = (0, 0, 0)
    for (axis, part), angle in reversed(list(zip(ROBOT, angles))):
        at = turned(tuple(a + b for a, b in zip(part, at)), axis, angle)
    return tuple(a + b for a, b in zip(ROBOT_FOOT, at))


def robot_track():
    """JavaScript: where the reference says that the load is, at some times."""
    path = os.path.join(reference, "Modelica/Mechanics/MultiBody/Examples/Systems/RobotR3/FullRobot/FullRobot.csv")
    with open(path, newline="") as f:
        rows = list(csv.DictReader(f))
    wanted = rows[:: max(1, len(rows) // 12)]
    points = [["mechanics.load.shape1", float(r["time"]), end_point([float(r["mechanics.r%d.phi" % i]) for i in range(1, 7)])] for r in wanted]
    return "window.track = %s;" % json.dumps(points)


def main():
    global browser, pictures
    os.makedirs(folder, exist_ok=True)
    browser = Browser()
    pictures = Pictures(Page("about:blank"))
    million = os.path.join(folder, "Million.mo")
    open(million, "w").write(MILLION)
    bad = look(report("ball", os.path.join(root, "examples/bouncing_ball/BouncingBall.mo"), "--plot", "h=" + os.path.join(folder, "h.svg")), "window.asked = ['h'];")
    bad += look(report("discrete", os.path.join(here, "Discrete.mo"), "--stop", "5", "--set", "k=0.8"))
    bad += look(report("factory", os.path.join(root, "examples/devs/car_factory/CarFactory.mo")))
    bad += look(report("million", million, "--stop", "100", "--interval", "1e-4"))
    studies = os.path.join(root, "tests", "study")
    bad += look(study("linearize", "mass", os.path.join(studies, "Linear.mo"), "--model", "Linear.Mass"), "window.mass = {m: 2, c: 8, d: 0.4};", "study.js")
    # Of the ladder the resistors matter, the source's time of looking does not; n = 0 does not compile.
    bad += look(study("sweep", "ladder", os.path.join(studies, "Ladder.mo"), "--vary", "C=0.099,0.1", "--vary", "R=log:0.1:2:12", "--measure", "max(y)", "--measure", "settle(y, 5%)"), "window.cells = 24; window.first = 'R';", "study.js")
    bad += look(study("sweep", "sizes", os.path.join(studies, "Ladder.mo"), "--vary", "R=0.5:2:20", "--vary", "n=3,4,0", "--measure", "max(y)"), "window.cells = 40; window.first = 'R';", "study.js")
    if library:
        os.environ["MODELICAPATH"] = library
        page = report("clutches", "Modelica.Mechanics.Rotational.Examples.CoupledClutches")
        bad += look(page)
        bad += os.path.getsize(page) > SMALL
        pendulum = "Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum"
        ends = "window.ends = [['boxBody1.frameTranslation.shape', 'boxBody1.frame_b.r_0'], ['boxBody2.frameTranslation.shape', 'boxBody2.frame_b.r_0']];"
        bad += look(report("pendulum", pendulum), ends)
        bad += look(report("robot", "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot"), robot_track() if reference else "")
    browser.process.terminate()
    browser.process.wait()
    print("all checks hold" if not bad else "%d checks do not hold" % bad)
    return 1 if bad else 0


sys.exit(main())
