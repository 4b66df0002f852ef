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

    def verdict(self, url, picture):
        """What drive.js wrote, within a minute; and how the page looks then."""
        target = self.ask("Target.createTarget", url=url)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        text, end = "", time.time() + 60
        while not text and time.time() < end:
            time.sleep(0.2)
            value = self.ask("Runtime.evaluate", session, expression="(document.getElementById('verdict') || {}).textContent || ''").get("result", {})
            text = value.get("value", "")
        image = self.ask("Page.captureScreenshot", session).get("data", "")
        open(picture, "wb").write(base64.b64decode(image))
        self.ask("Target.closeTarget", targetId=target)
        return text.split("\n") if text else ["NOT the page came to its end"]


def look(page, before="", program="drive.js"):
    """The lines of the program, and how large the page is; how many of them are bad."""
    text = open(page, encoding="utf-8").read()
    drive = open(os.path.join(here, program), encoding="utf-8").read()
    text = text.replace("<head>", "<head>" + CATCH, 1).replace("</body>", "<script>" + before + drive + "</script></body>", 1)
    driven = page.replace(".html", "-driven.html")
    open(driven, "w", encoding="utf-8").write(text)
    lines = browser.verdict("file://" + os.path.abspath(driven), page.replace(".html", ".png"))
    print("%s: %.2f MB" % (os.path.basename(page), os.path.getsize(page) / 1e6))
    for line in lines:
        print("   ", line)
    return sum(not line.startswith(("ok ", "zoom ", "animation ", "opened ")) for line in lines)


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
    global browser
    os.makedirs(folder, exist_ok=True)
    browser = Browser()
    million = os.path.join(folder, "Million.mo")
    open(million, "w").write(MILLION)
    bad = look(report("ball", os.path.join(root, "examples/bouncing_ball/BouncingBall.mo")))
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
        bad += os.path.getsize(page) > 1500000
        pendulum = "Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum"
        ends = "window.ends = [['boxBody1.frameTranslation.shape', 'boxBody1.frame_b.r_0'], ['boxBody2.frameTranslation.shape', 'boxBody2.frame_b.r_0']];"
        bad += look(report("pendulum", pendulum), ends)
        bad += look(report("robot", "Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot"), robot_track() if reference else "")
    browser.process.terminate()
    browser.process.wait()
    print("all checks hold" if not bad else "%d checks do not hold" % bad)
    return 1 if bad else 0


sys.exit(main())
