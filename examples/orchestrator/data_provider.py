#!/usr/bin/env python3
"""A simulator of its own that gives a run its time and its inputs: the cart of world.mjs, in another process."""
import json
import socket
import sys
import time

STEP_NS = 20_000_000
FLOAT = "std_msgs/msg/Float64"


class DataProvider:
    """One call at a time; each returns when the run has done it, with what was heard since the last one."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(600):  # until the run is there
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.1)
        self.lines = self.socket.makefile("rw")

    def call(self, name, **fields):
        self.lines.write(json.dumps({"call": name, **fields}) + "\n")
        self.lines.flush()
        answer = json.loads(self.lines.readline())
        if "error" in answer:
            sys.exit(answer["error"])
        return answer["messages"]


provider = DataProvider(sys.argv[1])
provider.call("subscribe", topic="force", type=FLOAT)
x, v, force = 0.0, 0.0, 0.0
for step in range(1, int(sys.argv[2]) + 1):
    now = step * STEP_NS
    heard = provider.call("time", sec=now // 10**9, nanosec=now % 10**9)
    v += (force + (2 if step % 25 == 0 else 0) - 0.3 * v) * 0.02
    x += v * 0.02
    heard += provider.call("publish", topic="position", type=FLOAT, message={"data": x})
    for message in heard:
        force = message["message"]["data"]
    print(f"cart {step} {x:.12f} {force:.12f}")
provider.call("end")
