"""A few pairs that every wrong program fails at least once, found among random ones.

The candidates are some pairs of each length, the shortest first, so that what they kill can be
followed by hand. The same tables give the same pairs.
"""

from functools import cache

from app.boards import unpack
from app.sampling import NoPairsError, Wanted, sample_pairs
from app.searches.puzzle import read
from app.searches.wrong import WRONGS
from app.solver import Solver
from tablegen import paths

_OF_EACH_LENGTH = 6
_BLANKS = "X0x"  # programs may read differently what is written differently


@cache
def killers(solver: Solver, goal: bytes | None = None) -> list[tuple[bytes, bytes]]:
    """Return the arrangements of starts and goals, all of one ``goal`` if it is given.

    With some goals some mistakes cannot be seen: parity judged from the start alone is right for
    12345678X. They are then not killed.
    """
    found: list[tuple[bytes, bytes]] = []
    alive = {wrong.name: wrong.program for wrong in WRONGS}
    for start, end in candidates(solver, goal):
        code = solver.code(start, end)
        canonical = paths.format_path(code)
        texts = [
            tuple(solver.board.format(board).replace("X", blank) for board in (start, end))
            for blank in _BLANKS
        ]
        killed = [
            name
            for name, program in alive.items()
            if any(
                program.errs(text, target, canonical)
                for text, target in (texts[:1] if program.reading is read else texts)
            )
        ]
        if killed:
            found.append((start, end))
            for name in killed:
                del alive[name]
        if not alive:
            break
    return found


@cache
def candidates(solver: Solver, goal: bytes | None = None) -> list[tuple[bytes, bytes]]:
    """Return some pairs of each length, the shortest first, all of one ``goal`` if it is given."""
    pairs = []
    for length in range(paths.LONGEST + 1):
        wanted = Wanted(lengths=range(length, length + 1))
        try:
            packed = sample_pairs(solver, _OF_EACH_LENGTH, f"length {length}", wanted, goal)
        except NoPairsError:  # a goal with its blank in the centre is never 31 moves away
            continue
        starts, goals = (unpack(solver.board, boards) for boards in packed)
        pairs += [(s.tobytes(), g.tobytes()) for s, g in zip(starts, goals, strict=True)]
    return pairs
