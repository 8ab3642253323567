"""Runs zigpy-znp, an independent Zigbee host, against `gatehouse simulate`.

    zigpy_znp.py BINARY [RELEASE ...]

Each RELEASE is a Z-Stack version that the simulator plays: 3.x.0, 3.0, 1.2 (default: all).
"""

import asyncio
import os
import sys

# This file has the name of the package that it tests, which must not be found here instead.
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [path for path in sys.path if os.path.abspath(path) != HERE]
from zigpy_znp.zigbee.application import ControllerApplication  # noqa: E402

sys.path.append(HERE)
import zigpy_house  # noqa: E402


def client(release):
    # Z-Stack Home 1.2 gives devices no keys of their own.
    return zigpy_house.Client(
        "zigpy-znp", ControllerApplication, release, ["--adapter", "znp", "--zstack", release], release != "1.2")


if __name__ == "__main__":
    clients = [client(release) for release in sys.argv[2:] or ["3.x.0", "3.0", "1.2"]]
    sys.exit(asyncio.run(zigpy_house.main(clients)))
