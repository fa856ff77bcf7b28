"""Fuzzing by coverage: what reads foreign bytes, each against a slow and obvious twin.

`make fuzz` runs every target for FUZZ_SECONDS; what is found is added to tests/corpus/TARGET.
"""
