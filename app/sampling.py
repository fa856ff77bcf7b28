"""Uniformly random pairs, drawn from the tables without search.

Every solvable pair is one entry of the tables and one naming of the start's tiles, and each entry
with each naming is one pair. So a uniform choice among the entries that are as wanted and among
the ``tiles!`` namings is a uniform choice among the pairs that are as wanted. Where the goal is
given, an entry with its blank in the right cell leaves just one naming.

Exchanging tiles 1 and 2 of the start turns the solvable pairs into the unsolvable ones, one to
one: so a solvable pair with wanted blank cells, chosen uniformly, gives an unsolvable one.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.boards import pack, unpack
from app.draws import ENTRY, NAMING, SOLVABLE, Draws, Seed
from app.solver import Solver
from tablegen import paths
from tablegen.board import Board
from tablegen.ranking import half, order_parity, states, unrank_orders

Pairs = tuple[NDArray[np.uint64], NDArray[np.uint64]]
_BLOCK = 1 << 15


@dataclass(frozen=True)
class Wanted:
    """What solvable pairs are wanted: all, if nothing is said.

    lengths     : the lengths, in moves
    counts      : the numbers of shortest paths
    start_blanks, goal_blanks : the cells of the blank, from 0; None for any
    """

    lengths: range = range(paths.LONGEST + 1)
    counts: range = range(1, 256)
    start_blanks: frozenset[int] | None = None
    goal_blanks: frozenset[int] | None = None


ANY = Wanted()


class NoPairsError(ValueError):
    """No solvable pair is as ``wanted``; ``lengths`` are those there are of pairs else as wanted.

    Where these are none either, no pair has the wanted number of shortest paths and blank cells.
    """

    def __init__(self, wanted: Wanted, lengths: list[int]) -> None:
        found = f"lengths {_shown(lengths)}" if lengths else "none of any length"
        super().__init__(f"expected pairs {_described(wanted)}, found {found}")
        self.wanted = wanted
        self.lengths = lengths


def sample_pairs(
    solver: Solver,
    count: int,
    seed: Seed,
    wanted: Wanted = ANY,
    goal: bytes | None = None,
    unsolvable: int = 0,
) -> Pairs:
    """Return (count,) uint64 packed starts and goals, just ``unsolvable`` of them that.

    goal : the arrangement of every pair's goal, or None for any. Raises ``NoPairsError``; an
    unsolvable pair has the wanted blank cells and nothing else of ``wanted``.
    """
    if goal is not None:
        cell = frozenset({goal.index(0)})
        cells = cell if wanted.goal_blanks is None else cell & wanted.goal_blanks
        wanted = replace(wanted, goal_blanks=cells)
    draws = Draws(seed)
    solvable = _all_but(unsolvable, count, draws)
    choice = entries(solver, wanted)
    others = entries(solver, _any_length(wanted)) if unsolvable else choice
    starts, goals = np.empty(count, np.uint64), np.empty(count, np.uint64)
    for first in range(0, count, _BLOCK):
        here = slice(first, min(first + _BLOCK, count))
        size = here.stop - first
        chosen = choice[draws.below(len(choice), first, size, ENTRY)]
        if not (sound := solvable[here]).all():
            other = others[draws.below(len(others), first, size, ENTRY)]
            chosen = np.where(sound, chosen, other)
        if goal is None:
            namings = draws.below(math.factorial(solver.board.tiles), first, size, NAMING)
            starts[here], goals[here] = name_starts(solver.board, chosen, namings)
        else:
            starts[here], goals[here] = name_goals(solver.board, chosen, goal)
        starts[here] = np.where(sound, starts[here], exchange_tiles(starts[here]))
    return starts, goals


def _all_but(unsolvable: int, count: int, draws: Draws) -> NDArray[np.bool_]:
    """Return (count,) bool, False for just ``unsolvable`` cases: those with the least numbers."""
    solvable = np.ones(count, np.bool_)
    if unsolvable:
        firsts = range(0, count, _BLOCK)
        columns = [draws.words(n, min(_BLOCK, count - n), SOLVABLE).copy() for n in firsts]
        solvable[np.argsort(np.concatenate(columns), kind="stable")[:unsolvable]] = False
    return solvable


def random_pair(
    solver: Solver, seed: Seed, length: int | None = None, goal: bytes | None = None
) -> tuple[bytes, bytes]:
    """Return the arrangements of a random solvable pair, of that length and with that goal.

    Raises ``NoPairsError`` where there is none. It is the first of ``sample_pairs`` of that seed.
    """
    wanted = ANY if length is None else Wanted(lengths=range(length, length + 1))
    pairs = sample_pairs(solver, 1, seed, wanted, goal)
    start, end = (unpack(solver.board, packed)[0].tobytes() for packed in pairs)
    return start, end


def name_starts(board: Board, chosen: NDArray[np.int32], namings: NDArray[np.intp]) -> Pairs:
    """Return the pairs of these entries where the start's order is that of the naming's number.

    chosen  : (n,) places in the flattened tables; namings : (n,) 0 to tiles! - 1
    """
    roots, blanks, orders = _split(board, chosen)
    halves, odd = np.divmod(namings, 2)
    names = _orders(board)[odd, halves]
    return _place(board, names, roots), _place(board, np.take_along_axis(names, orders, 1), blanks)


def name_goals(board: Board, chosen: NDArray[np.int32], goal: bytes) -> Pairs:
    """Return the pairs of these entries, whose blanks are in the goal's cell, with this goal."""
    roots, _, orders = _split(board, chosen)
    symbols = np.frombuffer(goal, np.uint8)
    names = np.empty_like(orders)
    np.put_along_axis(names, orders, np.tile(symbols[symbols != 0], (len(orders), 1)), axis=1)
    return _place(board, names, roots), pack(symbols[None]).repeat(len(names))


def exchange_tiles(packed: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the boards with tiles 1 and 2 exchanged."""
    one, two = (packed >> np.uint64(4 * tile) & np.uint64(15) for tile in (1, 2))
    return packed ^ (one ^ two) * np.uint64(0x110)


@lru_cache(maxsize=512)
def entries(solver: Solver, wanted: Wanted) -> NDArray[np.int32]:
    """Return the places in the flattened tables that are as wanted, ascending.

    Raises ``NoPairsError`` where none is. Those of the last few hundred calls are kept: asking for
    each length with each goal blank takes 15 MB.
    """
    board, lengths = solver.board, _lengths(solver)
    cells = frozenset(range(board.cells))
    by_blanks = np.zeros((board.cells, board.cells, half(board)), np.bool_)
    roots = sorted(cells if wanted.start_blanks is None else wanted.start_blanks)
    blanks = sorted(cells if wanted.goal_blanks is None else wanted.goal_blanks)
    by_blanks[np.ix_(roots, blanks)] = True
    fits = by_blanks.ravel()
    if wanted.counts != ANY.counts:
        counts = solver.tables.count.ravel()
        fits &= (counts >= wanted.counts.start) & (counts < wanted.counts.stop)
    asked = (lengths >= wanted.lengths.start) & (lengths < wanted.lengths.stop)
    found = np.flatnonzero(fits & asked)
    if not len(found):
        raise NoPairsError(wanted, np.unique(lengths[fits]).tolist())
    return found.astype(np.int32)


@lru_cache(maxsize=2)
def _lengths(solver: Solver) -> NDArray[np.int8]:
    return paths.lengths(solver.tables.path.ravel()).astype(np.int8)


@lru_cache(maxsize=2)
def _orders(board: Board) -> NDArray[np.uint8]:
    """Return (2, tiles! / 2, tiles) uint8: the orders, by parity and half their rank."""
    ranks = np.arange(half(board))
    return np.stack([unrank_orders(board, ranks, parity) for parity in (0, 1)])


def _split(
    board: Board, chosen: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]:
    """Return each entry's root, the goal's blank cell, and its tiles' places in the start's order.

    returns : (n,), (n,), (n, tiles)
    """
    roots, indices = np.divmod(chosen, states(board))
    blanks, ranks = np.divmod(indices, half(board))
    parities = order_parity(board, 0, roots) ^ order_parity(board, 0, blanks)
    return roots, blanks, _orders(board)[parities, ranks] - np.uint8(1)


def _place(
    board: Board, orders: NDArray[np.uint8], blanks: NDArray[np.integer]
) -> NDArray[np.uint64]:
    """Return the packed boards of these orders, with these blank cells."""
    arrangements = np.zeros((len(orders), board.cells), np.uint8)
    arrangements[np.arange(board.cells) != blanks[:, None]] = orders.ravel()
    return pack(arrangements)


def _any_length(wanted: Wanted) -> Wanted:
    return replace(wanted, lengths=ANY.lengths, counts=ANY.counts)


def _described(wanted: Wanted) -> str:
    lengths, counts = wanted.lengths, wanted.counts
    parts = [f"of length {_shown(list(lengths))}"] if lengths != ANY.lengths else []
    if counts != ANY.counts:
        parts.append(f"with {_shown(list(counts))} shortest paths")
    for name, blanks in (("start", wanted.start_blanks), ("goal", wanted.goal_blanks)):
        if blanks is not None:
            parts.append(f"with the {name}'s blank in cell {_shown([c + 1 for c in blanks])}")
    return ", ".join(parts)


def _shown(numbers: list[int]) -> str:
    numbers = sorted(numbers)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers)) or "none"
