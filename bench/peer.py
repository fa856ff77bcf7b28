"""The compiled table program: C++ as contestants write it, compiled on the spot."""

import subprocess
from functools import cache
from pathlib import Path

from bench.measure import BUILD

SOURCE = Path(__file__).with_name("peer.cpp")


@cache
def peer() -> Path:
    """Return the program, compiled anew."""
    BUILD.mkdir(exist_ok=True)
    program = BUILD / "peer"
    subprocess.run(["g++", "-O2", "-o", program, SOURCE], check=True)
    return program
