"""Run one target: python -m fuzz TARGET [OPTION OF LIBFUZZER | CORPUS]..."""

import sys

import atheris

with atheris.instrument_imports(include=["app", "tablegen"]):
    from fuzz.targets import TARGETS, solver

name = sys.argv.pop(1)
solver()  # outside of the first input's time
atheris.Setup(sys.argv, TARGETS[name])
atheris.Fuzz()
