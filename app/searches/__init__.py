"""The textbook searches, side by side, and the mistakes people make in them.

    puzzle       what a search sees of the puzzle: states, moves, parity
    work         expands states for a search, counts, and stops at a limit
    estimates    the heuristics: misplaced tiles, Manhattan, linear conflict
    uninformed   breadth-first from one side and from two
    informed     A* and IDA*
    race         all of them on one pair, each with its counts
    mistakes     the parts that people get wrong
    wrong        programs that are nearly right
    score        which wrong programs a test file catches
    killers      a few pairs that every wrong program fails at least once

Only ``score`` and ``killers`` know of the tables. Nothing else here shares a line with what makes
and reads them: that is what makes these searches witnesses. Pure Python, written to be read.

A search is a function ``(start, goal, work) -> path``: the blank's moves as letters of
``dlru``, or None where there is no path. Every one here promises not just a shortest path but
the canonical one, and its docstring says why it may. The forms most often printed do not: see
``wrong`` for the two-sided search that stops where the sides first meet, and for A* that takes
equal estimates in order of arrival.
"""

from app.searches.race import METHODS, Method, Result, race, run

__all__ = ["METHODS", "Method", "Result", "race", "run"]
