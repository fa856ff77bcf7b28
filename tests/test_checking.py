"""The checker: what it accepts and what it says, the fast way and the slow one alike."""

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.boards import unpack
from app.checking import blocks, checker, text
from app.checking.checker import Checker
from app.checking.text import LONGEST, Text
from app.checking.verdicts import STYLES, Judgement, Objection, Verdict
from app.explore import shortest_paths
from app.judges.formats import FORMATS
from app.judges.inputs import format_cases, format_header
from app.judges.writing import Cases
from app.sampling import Wanted, sample_pairs
from app.solver import Solver
from tablegen import paths
from tablegen.board import Board
from tablegen.build import build

OK, WRONG, PRESENTATION, FAULT = Verdict


class Files:
    """Judges texts, both ways, and holds the two to the same words."""

    def __init__(self, solver, folder: Path) -> None:
        self.solver, self.folder = solver, folder

    def __call__(self, name, source, output, answer=None, accept=None) -> Judgement:
        files = {"in": source, "out": output} | ({"ans": answer} if answer is not None else {})
        for file, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            (self.folder / file).write_bytes(data)
        found = [
            Checker(self.solver, FORMATS[name], accept or FORMATS[name].accept, fast).check(
                *(self.folder / file for file in files)
            )
            for fast in (True, False)
        ]
        assert found[0] == found[1]
        return Judgement(found[0].verdict, found[0].message.replace(f"{self.folder}/", ""))


@pytest.fixture(scope="module")
def check(solver, tmp_path_factory):
    return Files(solver, tmp_path_factory.mktemp("check"))


def written(solver, name, count, unsolvable=0, seed=1, wanted=None):
    """Return an input, its cases, and its answer."""
    format = FORMATS[name]
    goal = None if format.goal is None else solver.board.parse(format.goal)
    pairs = sample_pairs(solver, count, seed, wanted or Wanted(), goal, unsolvable)
    limits = paths.lengths(solver.codes(*pairs)) - 1 + 3 * (pairs[0] % 2 == 0)
    cases = Cases(solver.board, 1, *pairs, limits.clip(0) if name == "boj9985" else None)
    source = format_header(format, count) + format_cases(format, cases).tobytes()
    return source, cases, format.answers(cases, solver.codes(*pairs)).tobytes()


@pytest.fixture
def taken(monkeypatch):
    """Return a list of what the fast way said of each block."""
    said = []

    def listen(*arguments):
        said.append(blocks.take_right(*arguments))
        return said[-1]

    monkeypatch.setattr(checker, "take_right", listen)
    return said


ENDINGS = {
    "as it is": lambda answer: answer,
    "CRLF": lambda answer: answer.replace(b"\n", b"\r\n"),
    "trailing blanks": lambda answer: answer.replace(b"\n", b" \t \n"),
    "no last newline": lambda answer: answer[:-1],
    "no last newline, CRLF": lambda answer: answer.replace(b"\n", b"\r\n")[:-2],
    "more newlines": lambda answer: answer + b"\n\r\n  \n",
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", FORMATS)
def test_the_judges_own_answers_are_right_fast_whatever_ends_their_lines(
    check, solver, taken, name, ending
):
    source, _, answer = written(solver, name, 100, 20)
    for accept in ("exact", "shortest", "valid"):
        judgement = check(name, source, ENDINGS[ending](answer), answer, accept)
        assert judgement == Judgement(OK, "100 cases")
    assert taken
    assert all(taken)


def other_answer(solver, name, cases):
    """Return an answer with the last, not the first, of each pair's shortest paths."""
    codes = solver.codes(cases.starts, cases.goals)
    last = [
        paths.NO_PATH if not code else paths.parse_path([*shortest_paths(solver, *pair)][-1])
        for *pair, code in zip(*boards(solver, cases), codes.tolist(), strict=True)
    ]
    return FORMATS[name].answers(cases, np.array(last, np.uint64)).tobytes()


@pytest.mark.parametrize("name", ["poj1077", "uva652", "hdu3567", "pairs"])
def test_other_shortest_paths_are_taken_fast_where_any_will_do(check, solver, taken, name):
    source, cases, _ = written(solver, name, 200, 20, wanted=Wanted(counts=range(2, 200)))
    other = other_answer(solver, name, cases)
    for accept in ("shortest", "valid"):
        assert check(name, source, other, None, accept) == Judgement(OK, "200 cases")
    assert all(taken)
    assert check(name, source, other, None, "exact").verdict is WRONG
    assert not taken[-1]


@pytest.mark.parametrize("name", ["hdu3567", "pairs"])
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)])
def test_boards_of_other_shapes_are_judged_as_well(taken, tmp_path, shape, name):
    solver = Solver(build(Board(*shape)))
    check = Files(solver, tmp_path)
    source, cases, answer = written(solver, name, 500, 100)
    assert check(name, source, answer, answer) == Judgement(OK, "500 cases")
    other = other_answer(solver, name, cases)
    assert check(name, source, other, None, "shortest") == Judgement(OK, "500 cases")
    assert all(taken)
    shifted = b"\n".join(answer.replace(b"\n\n", b"\n").split(b"\n")[::-1])
    assert check(name, source, shifted, None, "valid").verdict is not OK


def boards(solver, cases):
    for packed in (cases.starts, cases.goals):
        yield [row.tobytes() for row in unpack(solver.board, packed)]


SOLVED, NEAR, FAR = "1 2 3 4 5 6 7 8 x\n", "1 2 3 4 x 6 7 5 8\n", "2 3 4 1 5 x 7 6 8\n"
UNSOLVABLE = "1 2 3 4 5 6 8 7 x\n"
EIGHT_II = "2\n12X453786\n12345678X\n564178X23\n7568X4123\n"
DOWN, NO_WAY = "1\n12X453786\n12345678X\n", "1\n12X453786\n12345687X\n"
WITHIN = "START 3 4\n1 5 2\n4 X 3\n7 8 6\n1 2 3\n4 5 6\n7 8 X\nEND\n"
STEPS = "3\n 0  1  3\n 4  2  5\n 7  8  6\n"
PAIR = "12X453786 12345678X\n"
NINETEEN = "dlurullddrurdllurdr"
PATH = "expected a path of d, l, r, u, or unsolvable, found "
NONE = "expected a path of 2 moves, found that there is none"

# Format, what is accepted if not the judge's, input, output; verdict, and the line's rest.
SAID = [
    # a path each: any that gets there
    ("poj1077", "", NEAR, "dr\n", OK, "1 case"),
    ("poj1077", "", NEAR, "  dr  ", OK, "1 case"),
    ("poj1077", "", FAR, "ullddrurdllurdruldr\n", OK, "1 case"),
    ("poj1077", "", NEAR, "drlr\n", OK, "1 case"),  # past the goal and back
    ("poj1077", "", NEAR, "drl\n", WRONG, "case 1, step 3, board 1234567X8: expected the goal"
     " 12345678X, found the end of the path"),
    ("poj1077", "", NEAR, "d\n", WRONG, "case 1, step 1, board 1234567X8: expected the goal"
     " 12345678X, found the end of the path"),
    ("poj1077", "", NEAR, "dd\n", WRONG, "case 1, step 2, board 1234567X8: expected a move that"
     " stays on it (l, r, u), found d"),
    ("poj1077", "", NEAR, "unsolvable\n", WRONG, f"case 1: {NONE}"),
    ("poj1077", "", NEAR, "\n", WRONG, "case 1, board 1234X6758: expected the goal 12345678X,"
     " found the end of the path"),
    ("poj1077", "", NEAR, "", PRESENTATION, f"case 1, line 1: {PATH}the end of the output"),
    ("poj1077", "", NEAR, "dxr\n", PRESENTATION, f"case 1, line 1: {PATH}'dxr'"),
    ("poj1077", "", NEAR, "DR\n", PRESENTATION, f"case 1, line 1: {PATH}'DR'"),
    ("poj1077", "", NEAR, "d r\n", PRESENTATION, f"case 1, line 1: {PATH}'d r'"),
    ("poj1077", "", NEAR, "dr\ndr\n", PRESENTATION,
     "line 2: expected the end of the output after 1 case, found 'dr'"),
    ("poj1077", "", NEAR, "dr\n\n\n junk", PRESENTATION,
     "line 4: expected the end of the output after 1 case, found 'junk'"),
    ("poj1077", "", UNSOLVABLE, "unsolvable\n", OK, "1 case"),
    ("poj1077", "", UNSOLVABLE, "dr\n", WRONG, "case 1: expected no path, found the path 'dr'"),
    ("poj1077", "", UNSOLVABLE, "\n", WRONG, "case 1: expected no path, found the path ''"),
    ("poj1077", "", SOLVED, "\n", OK, "1 case"),
    ("poj1077", "", SOLVED, "", OK, "1 case"),
    ("poj1077", "", SOLVED, "ud\n", OK, "1 case"),
    ("poj1077", "", SOLVED, "unsolvable\n", WRONG,
     "case 1: expected a path of 0 moves, found that there is none"),
    ("poj1077", "", "", "", OK, "0 cases"),
    ("poj1077", "", "", "\n \n", OK, "0 cases"),
    ("poj1077", "", "", "dr\n", PRESENTATION,
     "line 1: expected the end of the output after 0 cases, found 'dr'"),
    ("hdu1043", "", NEAR + SOLVED, "dr\n\n", OK, "2 cases"),
    ("hdu1043", "", NEAR + SOLVED, "dr", OK, "2 cases"),
    ("hdu1043", "", SOLVED + NEAR, "\ndr\n", OK, "2 cases"),
    ("hdu1043", "", SOLVED + NEAR, "dr\n", WRONG, "case 1, step 1, board 12345678X: expected a"
     " move that stays on it (l, u), found d"),
    ("hdu1043", "", NEAR + NEAR, "dr\n", PRESENTATION,
     f"case 2, line 2: {PATH}the end of the output"),
    ("hdu1043", "", NEAR + NEAR, "\ndr\n\ndr\n", OK, "2 cases"),  # blank lines left out
    ("hdu1043", "", NEAR + NEAR, "dr\n\ndu\n", WRONG, "case 2, board 1234X6758: expected the goal"
     " 12345678X, found the end of the path"),
    # an empty line between, or not
    ("uva652", "", f"2\n\n{NEAR}\n{NEAR}", "dr\n\ndr\n", OK, "2 cases"),
    ("uva652", "", f"2\n\n{NEAR}\n{NEAR}", "dr\ndr\n", OK, "2 cases"),
    ("uva652", "", f"2\n\n{NEAR}\n{NEAR}", "\n\ndr\n\n\ndr\n\n", OK, "2 cases"),
    ("uva652", "", f"2\n\n{NEAR}\n{NEAR}", "dr\nd\n", WRONG, "case 2, step 1, board 1234567X8:"
     " expected the goal 12345678X, found the end of the path"),
    ("uva652", "", f"2\n\n{NEAR}\n{NEAR}", "dr\nx\n", PRESENTATION,
     "case 2, line 2: expected an empty line, found 'x'"),
    ("uva652", "", f"3\n\n{NEAR}\n{SOLVED}\n{NEAR}", "dr\n\n\n\ndr\n", OK, "3 cases"),
    ("uva652", "", f"3\n\n{NEAR}\n{SOLVED}\n{NEAR}", "dr\n\ndr\n", WRONG,
     "case 2, step 1, board 12345678X: expected a move that stays on it (l, u), found d"),
    # any shortest path
    ("acwing179", "", FAR, "ullddrurdllurdruldr\n", OK, "1 case"),
    ("acwing179", "", FAR, f"{NINETEEN}ud\n", WRONG,
     "case 1, step 20, board 12345678X: expected a path of 19 moves, found u on one of 21"),
    ("acwing179", "", FAR, f"lr{NINETEEN}\n", WRONG,
     "case 1, step 2, board 2341X5768: expected a path of 19 moves, found r on one of 21"),
    ("acwing179", "", SOLVED, "ud\n", WRONG,
     "case 1, step 1, board 12345678X: expected a path of 0 moves, found u on one of 2"),
    ("acwing179", "valid", FAR, f"{NINETEEN}{'ud' * 1000}\n", OK, "1 case"),
    ("acwing179", "exact", FAR, "ullddrurdllurdruldr\n", WRONG,
     "case 1, step 1, board 23415X768: expected d, found u"),
    ("acwing179", "exact", FAR, "dlu\n", WRONG,
     "case 1, step 4, board 2341X8756: expected r, found the end of the path"),
    ("acwing179", "exact", FAR, f"{NINETEEN}ud\n", WRONG,
     "case 1, step 20, board 12345678X: expected the end of the path, found u"),
    # length and path
    ("hdu3567", "", EIGHT_II, "Case 1: 2\ndd\nCase 2: 8\nurrulldr\n", OK, "2 cases"),
    ("hdu3567", "", EIGHT_II, "Case 1: 2 dd Case\n2:\n\n8 urrulldr", OK, "2 cases"),
    ("hdu3567", "", EIGHT_II, "Case 1: 2\ndd\nCase 2: 8\nurrulldl\n", WRONG,
     "case 2, step 8, board 756X84123: expected r, found l"),
    ("hdu3567", "", EIGHT_II, "Case 1: 2\ndd\nCase 2: 10\nurrulldr\n", WRONG,
     "case 2: expected a length of 8, found 10"),
    ("hdu3567", "", EIGHT_II, "Case 1: 2\ndd\nCase 2: 8\n\n", WRONG,
     "case 2, step 1, board 564178X23: expected u, found the end of the path"),
    ("hdu3567", "", EIGHT_II, "Case 1: -1\n\nCase 2: 8\nurrulldr\n", WRONG, f"case 1: {NONE}"),
    ("hdu3567", "", EIGHT_II, "Case 1: 2\ndd\n", PRESENTATION,
     "case 2, line 3: expected Case, found the end of the output"),
    ("hdu3567", "", EIGHT_II, "Case 1: 2\ndd\nCase 3: 8\nurrulldr\n", PRESENTATION,
     "case 2, line 3: expected 2:, found '3:'"),
    ("hdu3567", "", EIGHT_II, "Case 1: 2\ndd\nCase 2: 8\nurrulldr\nCase 3: 0\n\n", PRESENTATION,
     "line 5: expected the end of the output after 2 cases, found 'Case'"),
    ("hdu3567", "", DOWN, "Case 1: 02\ndd\n", PRESENTATION,
     "case 1, line 1: expected a length or -1, found '02'"),
    ("hdu3567", "", DOWN, "Case 1: 2\nxx\n", PRESENTATION,
     "case 1, line 2: expected a path of d, l, r, u, found 'xx'"),
    ("hdu3567", "", NO_WAY, "Case 1: -1\n\n", OK, "1 case"),
    ("hdu3567", "", NO_WAY, "Case 1: -1", OK, "1 case"),
    ("hdu3567", "", NO_WAY, "Case 1: -1\ndd\n", WRONG, "case 1: expected no moves, found 'dd'"),
    ("hdu3567", "", NO_WAY, "Case 1: 0\n\n", WRONG,
     "case 1: expected no path, found a length of 0"),
    ("hdu3567", "shortest", DOWN, "Case 1: 4\ndudd\n", WRONG,
     "case 1: expected a length of 2, found 4"),
    ("hdu3567", "valid", DOWN, "Case 1: 4\ndudd\n", OK, "1 case"),
    ("hdu3567", "valid", DOWN, "Case 1: 2\ndudd\n", WRONG,
     "case 1: expected a length of 4, that of the path, found 2"),
    ("pairs", "", PAIR, "2\tdd\n", OK, "1 case"),
    ("pairs", "", PAIR, "2\tdr\n", WRONG, "case 1, step 2, board 12345X786: expected d, found r"),
    ("pairs", "", PAIR, "2\n", WRONG,
     "case 1, step 1, board 12X453786: expected d, found the end of the path"),
    ("pairs", "", PAIR, "2 dd dd\n", PRESENTATION,
     "line 1: expected the end of the output after 1 case, found 'dd'"),
    # lengths
    ("acwing845", "valid", NEAR, "2\n", OK, "1 case"),
    ("acwing845", "valid", NEAR, "4\n", WRONG, "case 1: expected a length of 2, found 4"),
    ("acwing845", "", NEAR, "-1\n", WRONG, f"case 1: {NONE}"),
    ("acwing845", "", NEAR, "-3\n", WRONG, "case 1: expected a length of 2, found -3"),
    ("acwing845", "", NEAR, "2 2\n", PRESENTATION,
     "line 1: expected the end of the output after 1 case, found '2'"),
    ("acwing845", "", NEAR, "2.0\n", PRESENTATION,
     "case 1, line 1: expected a length or -1, found '2.0'"),
    ("acwing845", "", NEAR, "dr\n", PRESENTATION,
     "case 1, line 1: expected a length or -1, found 'dr'"),
    ("acwing845", "", UNSOLVABLE, "0\n", WRONG, "case 1: expected no path, found a length of 0"),
    # within a limit
    ("boj9985", "", WITHIN, "SOLVABLE WITHIN 4 MOVES", OK, "1 case"),
    ("boj9985", "", WITHIN * 2, "SOLVABLE WITHIN 4 MOVES\nSOLVABLE WITHIN 4 MOVES", OK, "2 cases"),
    ("boj9985", "", WITHIN, "SOLVABLE WITHIN 6 MOVES", WRONG,
     "case 1: expected a length of 4, found 6"),
    ("boj9985", "", WITHIN, "NOT SOLVABLE WITHIN 4 MOVES", WRONG,
     "case 1: expected a path of 4 moves, found that there is none"),
    ("boj9985", "", WITHIN, "Solvable within 4 moves", PRESENTATION,
     "case 1, line 1: expected SOLVABLE, found 'Solvable'"),
    ("boj9985", "", WITHIN.replace("3 4", "3 3"), "NOT SOLVABLE WITHIN 3 MOVES", OK, "1 case"),
    ("boj9985", "", WITHIN.replace("3 4", "3 3"), "NOT SOLVABLE WITHIN 4 MOVES", WRONG,
     "case 1: expected NOT SOLVABLE WITHIN 3, found 4"),
    ("boj9985", "", WITHIN.replace("3 4", "3 3"), "SOLVABLE WITHIN 4 MOVES", WRONG,
     "case 1: expected no path within 3, found a length of 4"),
    # boards on the way
    ("princeton", "", STEPS, "No solution possible", WRONG,
     "case 1: expected a path of 4 moves, found that there is none"),
    ("princeton", "", STEPS, "Minimum number of moves = 0\n3\n0 1 3 4 2 5 7 8 6\n", WRONG,
     "case 1: expected a length of 4, found 0"),
    ("princeton", "", STEPS, "Minimum number of moves = 4\n3\n0 1 3 4 2 5 7 8 6\n", PRESENTATION,
     "case 1, line 4: expected 3, found the end of the output"),
    ("princeton", "", STEPS, "Minimum number of moves = 4\n" + "3\n1 0 3 4 2 5 7 8 6\n" * 5, WRONG,
     "case 1, step 0: expected the start X13425786, found 1X3425786"),
    ("princeton", "", STEPS, "Minimum number of moves = 4\n" + "3\n0 1 3 4 2 5 7 8 6\n" * 5, WRONG,
     "case 1, step 1, board X13425786: expected a board one move away, found X13425786"),
    ("princeton", "", STEPS, "Minimum number of moves = 4\n3\n0 1 3 4 2 5 7 8 8\n", PRESENTATION,
     "case 1, line 3: tile 8 stands twice, in cells 8 and 9; tile 6 is missing"),
    ("princeton", "", STEPS, "Minimum number of moves = 9999999\n", PRESENTATION,
     "case 1, line 1: expected a number of moves from 0 to 1048576, found '9999999'"),
    ("princeton", "", STEPS, "Minimum number of moves = -1\n", PRESENTATION,
     "case 1, line 1: expected a number of moves from 0 to 1048576, found '-1'"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "accept", "source", "output", "verdict", "message"), SAID)
def test_it_says_the_case_and_the_first_thing_wrong(
    check, name, accept, source, output, verdict, message
):
    assert check(name, source, output, None, accept or None) == Judgement(verdict, message)


def test_another_way_round_is_taken_where_boards_are_printed(check, solver):
    start, goal = solver.board.parse("234 15X 768"), solver.board.default_goal
    source = "3\n2 3 4\n1 5 0\n7 6 8\n"
    for path in shortest_paths(solver, start, goal):
        boards = [solver.board.after(start, path[:n]) for n in range(len(path) + 1)]
        drawn = "".join("3 " + " ".join(map(str, board)) + "\n" for board in boards)
        output = f"Minimum number of moves = {len(path)}\n{drawn}"
        assert check("princeton", source, output).verdict is OK
        canonical = path == NINETEEN
        assert (check("princeton", source, output, None, "exact").verdict is OK) is canonical


FAULTS = [
    # input, answer, message
    ("2\n12X453786\n12345678X\n", None,
     "in:4:1: expected 2 cases, found 1 and the end of the input"),
    ("1\n12X453786\n12345678\n", None,
     "in:4:1: expected the other 1 of 9 symbols of a goal board, found the end of the input"),
    ("x\n", None, "in:1:1: expected the number of cases, found 'x'"),
    (DOWN, "Case 1: 4\ndudd\n", "the jury's answer ans: case 1: expected a length of 2, found 4"),
    (DOWN, "", "the jury's answer ans: case 1, line 1: expected Case, found the end of the output"),
]  # fmt: skip


@pytest.mark.parametrize("output", ["Case 1: 2\ndd\n", "Case 1: 4\ndudd\n", "junk", ""])
@pytest.mark.parametrize(("source", "answer", "message"), FAULTS)
def test_the_jurys_own_fault_is_said_whatever_the_output(check, source, answer, message, output):
    assert check("hdu3567", source, output, answer) == Judgement(FAULT, message)


def test_a_fault_far_behind_a_wrong_answer_is_the_jurys(check, solver):
    source, _, answer = written(solver, "pairs", 50_000)
    fault = check("pairs", source + b"12345678X 12345678\n", b"junk" + answer)
    assert fault.verdict is FAULT
    assert fault.message.startswith("in:100002:1: ")


def test_what_is_ignored_in_the_input_is_said(check):
    judgement = check("hdu3567", DOWN + "12345678X\n", "Case 1: 2\ndd\n")
    assert judgement == Judgement(OK, "1 case (ignored what follows the last of 1 cases)")


def test_the_first_wrong_case_is_named_among_many(check, solver):
    source, _, answer = written(solver, "hdu3567", 3000, 300)
    lines = answer.split(b"\n")
    for case in (1, 2, 999, 1000, 3000):
        other = [*lines]
        other[2 * case - 2] = b"Case %d: 77" % case
        judgement = check("hdu3567", source, b"\n".join(other))
        assert judgement.verdict is WRONG
        assert judgement.message.startswith(f"case {case}: expected ")


@pytest.mark.parametrize("name", FORMATS)
def test_pieces_of_any_size_give_the_same_judgement(check, solver, monkeypatch, name):
    source, _, answer = written(solver, name, 40, 8)
    strange = b"\r\n\r\n".join(answer.rstrip().split(b"\n"))
    wholes = [check(name, source, output) for output in (answer, strange, answer[:-9])]
    assert wholes[0].verdict is OK
    for size in (1, 7, 64):
        monkeypatch.setattr(text, "_PIECE", size)
        monkeypatch.setattr(checker, "PIECE", size * 10)
        assert wholes == [check(name, source, output) for output in (answer, strange, answer[:-9])]


JUNK = st.sampled_from(
    [
        b"",
        b"\n",
        b" ",
        b"\r\n",
        b"\0",
        b"\xff",
        b"d",
        b"dd",
        b"1",
        b"-1",
        b"3",
        b"Case ",
        b"Case 1:",
    ]
    + [
        b"unsolvable",
        b"SOLVABLE WITHIN",
        b"NOT ",
        b"Minimum number of moves = 1",
        b"\t",
        b"12345678X",
    ]
)


@pytest.fixture(scope="module")
def answered(solver):
    return {name: written(solver, name, 12, 3, seed=5) for name in FORMATS}


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_fast_and_slow_say_the_same_of_broken_outputs(check, answered, data):
    name = data.draw(st.sampled_from(list(FORMATS)))
    accept = data.draw(st.sampled_from(["exact", "shortest", "valid"]))
    source, _, answer = answered[name]
    for _ in range(data.draw(st.integers(1, 3))):
        begin = data.draw(st.integers(0, len(answer)))
        end = data.draw(st.integers(begin, min(begin + 5, len(answer))))
        answer = answer[:begin] + data.draw(JUNK | st.binary(max_size=4)) + answer[end:]
    check(name, source, answer, None, accept)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(list(FORMATS)), st.lists(JUNK | st.binary(max_size=20)), st.data())
def test_junk_is_never_right_and_never_a_crash(check, answered, name, junk, data):
    source = answered[name][0]
    assert check(name, source, b"".join(junk)).verdict in (WRONG, PRESENTATION)
    check(name, b"".join(junk), b"".join(junk))


def test_a_line_without_end_is_refused_with_little_of_it_read():
    class Endless(io.RawIOBase):
        read_so_far = 0

        def read(self, size=-1):
            self.read_so_far += size
            return b"d" * size

    for take in (Text.line, Text.word):
        stream = Endless()
        with pytest.raises(Objection, match="over 1048576 bytes in a line"):
            take(Text(stream.read))
        assert stream.read_so_far <= 3 * LONGEST


def test_blanks_without_end_are_passed_over_in_little_memory():
    pieces = iter([b" \n" * 500_000] * 20 + [b"dd"])
    output = Text(lambda size: next(pieces, b""))
    assert output.word() == b"dd"
    assert output.line_number == 10_000_001
    assert len(output._text) < 2_000_000


@pytest.mark.parametrize(
    ("style", "statuses"),
    [("testlib", [0, 1, 2, 3]), ("kattis", [42, 43, 43, 3]), ("qduoj", [0, 1, 1, 255])],
)
def test_each_style_has_its_statuses(style, statuses):
    assert [STYLES[style][verdict] for verdict in Verdict] == statuses
