"""Runs bellows, an independent Zigbee host, against `gatehouse simulate --adapter ezsp`.

    bellows_ezsp.py BINARY [VERSION ...]

Each VERSION is an EZSP version that the simulator speaks (default: all that bellows knows and the tests name).
"""

import asyncio
import sys

from bellows.zigbee.application import ControllerApplication

import zigpy_house

VERSIONS = "4 7 8 9 12 13 14 16 18 19".split()


def client(version):
    # Link keys are hashed from the trust centre's: there is no table of them.
    return zigpy_house.Client(
        "bellows", ControllerApplication, f"EZSP {version}", ["--adapter", "ezsp", "--ezsp-version", version], False)


if __name__ == "__main__":
    sys.exit(asyncio.run(zigpy_house.main([client(version) for version in sys.argv[2:] or VERSIONS])))
