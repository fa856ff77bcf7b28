"""What fuzzing has found, and what it starts from, tried again: see fuzz/."""

from pathlib import Path

import pytest

from fuzz import targets

CORPUS = Path(__file__).with_name("corpus")
FILES = sorted(CORPUS.glob("*/*"))


def test_every_target_has_a_corpus():
    assert {file.parent.name for file in FILES} == set(targets.TARGETS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_nothing_in_the_corpus_makes_a_target_fail(solver, monkeypatch, file):
    monkeypatch.setattr(targets, "solver", lambda: solver)
    monkeypatch.setattr(targets.batches, "_PIECE", 8)  # the target sets it: put it back after
    targets.TARGETS[file.parent.name](file.read_bytes())
