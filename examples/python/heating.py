# SPDX-License-Identifier: MIT
# A study in cells, for editors and notebooks that know "# %%": how long may the news of a cold room take until the
# room gets too cold? The room is a Modelica model, the network between sensor and radiator is a class in Python, and
# what they do together is exact: every message leaves at the very instant at which the model says so.

# %% The room: compiled once
import math
import os

import modevs

room = modevs.compile(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "thermostat", "Room.mo"))
print(f"{room.name}: " + ", ".join(f"{v.name} [{v.unit}]" for v in room.parameters.values()))

# %% On its own it cools; how soon is it cold? The event is known exactly.
alone = room.run(stop=600, tol=1e-10)
cold = next(e for e in alone.events if "cold" in e.changes)
exact = 600 * math.log(14 / 13)
print(f"cold at {cold.time:.6f} s, exact {exact:.6f} s: {cold.cause.split(' (')[0]}")

# %% How it depends on the room: a sweep
taus = [300, 600, 1200]
for tau, last in zip(taus, room.sweep(tau=taus, stop=600, jobs=2).final("T")):
    print(f"tau = {tau:4d} s: {last:.3f} degC after 600 s")


# %% The network: it passes messages on, in order, some time later
class Network(modevs.Atomic):
    inputs, outputs = ("sensor",), ("radiator",)

    def __init__(self, delay):
        self.delay, self.under_way = delay, []

    def ta(self):
        return max(self.under_way[0][0] - self.now, 0) if self.under_way else modevs.infinity

    def output(self):
        return {"radiator": self.under_way[0][1]}

    def delta_int(self):
        del self.under_way[0]

    def delta_ext(self, e, x):
        self.under_way += [(self.now + self.delay, value) for value in x["sensor"]]


# %% Both together, for several delays
def coldest(delay):
    with modevs.Network() as net:
        plant = net.add("room", room.plant(inputs=["heat"], outputs=["cold"], trace=["T"], interval=5, tol=1e-8))
        net.add("network", Network(delay))
        net.couple("room.cold", "network.sensor")
        net.couple("network.radiator", "room.heat")
        net.run(1800)
        return min(plant.result["T"]), max(plant.result["T"]), net.stats["messages"]


for delay in (0, 10, 30, 60):
    low, high, messages = coldest(delay)
    print(f"delay {delay:2d} s: from {low:.3f} to {high:.3f} degC, {messages} messages")
