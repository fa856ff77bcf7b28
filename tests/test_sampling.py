"""Pairs by chance: which are drawn, that all are as likely, and that they never change."""

import hashlib
import math

import numpy as np
import pytest

from app.boards import pack, unpack
from app.draws import ENTRY, NAMING, Draws
from app.sampling import (
    ANY,
    NoPairsError,
    Wanted,
    entries,
    exchange_tiles,
    name_goals,
    name_starts,
    random_pair,
    sample_pairs,
)
from app.solver import Solver
from tablegen import paths
from tablegen.board import Board
from tablegen.build import build
from tablegen.ranking import states
from tests.facts import LENGTHS, STATES

CENTRE = frozenset({4})


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)])
def test_entries_and_namings_are_the_solvable_pairs_each_once(shape):
    board = Board(*shape)
    solver = Solver(build(board))
    entry, naming = np.divmod(
        np.arange(board.cells * states(board) * math.factorial(board.tiles)),
        math.factorial(board.tiles),
    )
    starts, goals = name_starts(board, entry.astype(np.int32), naming)
    assert len(np.unique(starts << np.uint64(32) | goals)) == len(entry)
    assert len(entry) * 2 == math.factorial(board.cells) ** 2
    found, solvable = solver.entries(starts, goals)
    assert solvable.all()
    assert np.array_equal(found, entry)


@pytest.mark.parametrize("goal", ["12345678X", "1238X4765", "X87654321", "7X1642835"])
def test_with_a_goal_the_entries_are_the_boards_that_reach_it_each_once(solver, goal):
    goal = solver.board.parse(goal)
    chosen = entries(solver, Wanted(goal_blanks=frozenset({goal.index(0)})))
    assert len(chosen) == STATES[3, 3]
    starts, goals = name_goals(solver.board, chosen, goal)
    assert len(np.unique(starts)) == STATES[3, 3]
    assert set(goals.tolist()) == set(pack(np.frombuffer(goal, np.uint8)[None]).tolist())
    found, solvable = solver.entries(starts, goals)
    assert solvable.all()
    assert np.array_equal(found, chosen)


def test_exchanging_two_tiles_of_the_start_makes_solvable_pairs_unsolvable(solver):
    starts, goals = sample_pairs(solver, 10_000, 1)
    exchanged = exchange_tiles(starts)
    assert solver.codes(starts, goals).all()
    assert not solver.codes(exchanged, goals).any()
    one, other = unpack(solver.board, starts), unpack(solver.board, exchanged)
    one[one == 1], one[one == 2] = 9, 1
    one[one == 9] = 2
    assert np.array_equal(one, other)


def test_of_each_length_there_are_as_many_entries_as_published(solver):
    for blank in range(9):
        counts = [
            len(entries(solver, Wanted(range(n, n + 1), start_blanks=frozenset({blank}))))
            for n in range(len(LENGTHS[blank]))
        ]
        assert counts == LENGTHS[blank]


def test_the_generator_is_philox_as_its_authors_published_it():
    # The first line of the known answers of Random123 for philox4x64, ten rounds: all zeros.
    known = [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B]
    assert np.random.Philox(key=0, counter=(1 << 256) - 1).random_raw(4).tolist() == known


def test_a_case_does_not_depend_on_the_cases_around_it():
    draws = Draws("seed")
    for column in range(4):
        whole = draws.below(1000, 0, 100, column).tolist()
        parts = [draws.below(1000, first, 7, column).tolist() for first in range(0, 98, 7)]
        assert sum(parts, []) == whole[:98]
    assert draws.words(0, 9, ENTRY).tolist() != draws.words(0, 9, NAMING).tolist()
    assert draws.words(0, 9, ENTRY).tolist() != Draws("need").words(0, 9, ENTRY).tolist()
    assert Draws(7).words(0, 9, ENTRY).tolist() == Draws("7").words(0, 9, ENTRY).tolist()


@pytest.mark.parametrize("bound", [1, 2, 3, 40_320, 1_632_960, 3 << 61, 1 << 62, (1 << 62) + 1])
def test_numbers_are_below_their_bound_and_spread_evenly(bound):
    numbers = Draws(5).below(bound, 0, 30_000, ENTRY)
    assert numbers.min() >= 0
    assert numbers.max() < bound
    bins = min(bound, 30)
    counts = np.bincount([number * bins // bound for number in numbers.tolist()], minlength=bins)
    expected = len(numbers) / bins
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert chi_square < bins + 5 * math.sqrt(2 * bins)  # five standard deviations


def test_words_above_the_last_whole_multiple_are_drawn_again():
    bound = (1 << 63) - 1  # 2**64 - 2 is the last multiple; to see some rejected, take 3 << 61
    assert Draws(1).below(bound, 0, 10, ENTRY).max() < bound
    draws, bound = Draws(1), 3 << 61
    words, again = (draws.words(0, 1000, ENTRY, attempt) for attempt in (0, 1))
    over = words > np.uint64(2 * bound - 1)
    assert 200 < over.sum() < 300  # a quarter
    once = over & (again <= np.uint64(2 * bound - 1))
    numbers = draws.below(bound, 0, 1000, ENTRY)
    assert np.array_equal(numbers[~over], words[~over] % np.uint64(bound))
    assert np.array_equal(numbers[once], again[once] % np.uint64(bound))


def test_pairs_are_spread_evenly_over_starts_and_goals(solver):
    starts, goals = sample_pairs(solver, 181_440, 11)
    for boards in (starts, goals):
        arrangements = unpack(solver.board, boards)
        for cell in range(9):
            counts = np.bincount(arrangements[:, cell], minlength=9)
            assert ((counts - 20_160) ** 2 / 20_160).sum() < 40  # 8 degrees of freedom
    counts = np.bincount(paths.lengths(solver.codes(starts, goals)), minlength=32)
    expected = np.sum([[*row, 0][:32] for row in LENGTHS], axis=0) / 9
    often = expected >= 5
    deviation = (counts - expected)[often] ** 2 / expected[often]
    assert deviation.sum() < often.sum() + 5 * math.sqrt(2 * often.sum())


WANTED = [
    Wanted(lengths=range(0, 1)),
    Wanted(lengths=range(31, 32)),
    Wanted(lengths=range(20, 26)),
    Wanted(counts=range(1, 2)),
    Wanted(counts=range(8, 256)),
    Wanted(start_blanks=CENTRE),
    Wanted(goal_blanks=frozenset({0, 2})),
    Wanted(range(30, 31), range(2, 9), CENTRE, CENTRE),
]


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("unsolvable", [0, 300, 1000])
@pytest.mark.parametrize("goal", [None, "1238X4765"])
def test_pairs_are_as_wanted(solver, wanted, unsolvable, goal):
    arrangement = goal and solver.board.parse(goal)
    if goal and wanted.goal_blanks == frozenset({0, 2}) or goal and wanted.lengths == range(31, 32):
        with pytest.raises(NoPairsError):
            sample_pairs(solver, 1000, 3, wanted, arrangement, unsolvable)
        return
    starts, goals = sample_pairs(solver, 1000, 3, wanted, arrangement, unsolvable)
    codes, counts = solver.codes(starts, goals), solver.counts(starts, goals)
    assert (codes == paths.NO_PATH).sum() == unsolvable
    sound = codes != paths.NO_PATH
    assert set(paths.lengths(codes[sound]).tolist()) <= set(wanted.lengths)
    assert set(counts[sound].tolist()) <= set(wanted.counts)
    for boards, cells in ((starts, wanted.start_blanks), (goals, wanted.goal_blanks)):
        blanks = set(np.argmin(unpack(solver.board, boards), axis=1).tolist())
        assert blanks <= (cells or set(range(9)))
    if goal:
        assert {solver.board.format(g.tobytes()) for g in unpack(solver.board, goals)} == {goal}


def test_unsolvable_pairs_are_anywhere_among_the_others(solver):
    starts, goals = sample_pairs(solver, 100_000, 3, unsolvable=10_000)
    where = np.flatnonzero(solver.codes(starts, goals) == paths.NO_PATH)
    counts = np.bincount(where // 10_000, minlength=10)
    assert ((counts - 1000) ** 2 / 1000).sum() < 40
    assert len(np.unique(np.diff(where))) > 20


def test_fewer_pairs_of_a_seed_are_the_first_of_more(solver):
    for goal in (None, solver.board.default_goal):
        fewer = sample_pairs(solver, 10, "a", Wanted(range(5, 9)), goal)
        more = sample_pairs(solver, 70_000, "a", Wanted(range(5, 9)), goal)
        for some, all_of_them in zip(fewer, more, strict=True):
            assert np.array_equal(some, all_of_them[:10])


def test_the_pairs_of_a_seed_never_change(solver):
    drawn = [
        *sample_pairs(solver, 1000, 7),
        *sample_pairs(solver, 1000, "seven", Wanted(range(20, 26)), None, 100),
        *sample_pairs(solver, 1000, 7, ANY, solver.board.default_goal, 500),
    ]
    digest = hashlib.sha256(b"".join(array.astype("<u8").tobytes() for array in drawn))
    assert digest.hexdigest() == "7d465403954e06a6479680f766094a1f3c3fd98cad01a57798753dc23fbe08d6"
    start, goal = random_pair(solver, 7)
    assert (solver.board.format(start), solver.board.format(goal)) == ("468X52317", "X31465728")


@pytest.mark.parametrize("length", [None, *range(32)])
def test_one_pair_is_the_first_of_many(solver, length):
    wanted = ANY if length is None else Wanted(range(length, length + 1))
    for goal in (None, solver.board.default_goal):
        pair = random_pair(solver, "x", length, goal)
        many = (unpack(solver.board, b) for b in sample_pairs(solver, 5, "x", wanted, goal))
        assert pair == tuple(arrangements[0].tobytes() for arrangements in many)
        code = solver.code(*pair)
        assert length is None or paths.length(code) == length
        assert goal is None or pair[1] == goal


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (
            Wanted(range(31, 32), goal_blanks=CENTRE),
            "expected pairs of length 31, with the goal's blank in cell 5, found lengths 0 to 30",
        ),
        (
            Wanted(range(3, 4), start_blanks=CENTRE, goal_blanks=CENTRE),
            "expected pairs of length 3, with the start's blank in cell 5,"
            " with the goal's blank in cell 5, found lengths 0, 4, 6, 8, 10, 12, 14,"
            " 16, 18, 20, 22, 24, 26, 28, 30",
        ),
        (
            Wanted(range(0, 3), range(2, 9)),
            "expected pairs of length 0 to 2, with 2 to 8 shortest paths, found lengths 6 to 30",
        ),
        (
            Wanted(counts=range(87, 256)),
            "expected pairs with 87 to 255 shortest paths, found none of any length",
        ),
    ],
)
def test_where_there_are_no_such_pairs_it_says_what_there_is(solver, wanted, message):
    with pytest.raises(NoPairsError) as caught:
        sample_pairs(solver, 1, 1, wanted)
    assert str(caught.value) == message
