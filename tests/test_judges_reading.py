"""Judge files as people write them: the fast reader against the slow one, to the last column."""

from collections.abc import Iterator
from itertools import chain
from random import Random

import numpy as np
import pytest

from app.batch import answers, read_blocks
from app.boards import unpack
from app.judges.errors import JudgeFileError
from app.judges.formats import FORMATS
from app.judges.framing import frame_fixed, frame_tokens
from app.judges.inputs import format_cases, format_header
from app.judges.reading import Reader
from tablegen.board import Board
from tests.slow_reader import BLANKS, SHAPES, SlowReader, Wrong

BOARD = Board(3, 3)
CHANCES = (0, 1, 0.2)  # that a token ends between two symbols of a board
STRANGE = b"0123456789Xx._*-,[ \n\r\0\x01\x1c\x85\xa0\xffSTARTEND"
SPACES = [" ", "\n", "\r\n", "\t", "  ", "\n\n", " \n", "\r", "\f", "\v", " \t\r\n "]

every_format = pytest.mark.parametrize("name", FORMATS)


def random_file(draw: Random, name: str) -> bytes:
    """Return a right file: cases laid out alike, as files mostly are, or each as it comes."""
    counted, words, _ = SHAPES[name]
    count, alike = draw.randint(0, 8), draw.random() < 0.6
    text, cuts = "", []
    for i in range(count):
        if not alike or not i:
            cuts = [[at for at in range(1, 9) if draw.random() < chance] for chance in CHANCES]
            draw.shuffle(cuts)
            gaps = draw.choices(SPACES, k=60)
        blank, between = draw.choice(BLANKS), iter(gaps)
        for place, word in enumerate(words):
            if word in ("START", "GOAL"):
                for at, symbol in enumerate(draw.sample("12345678" + blank, 9)):
                    text += (next(between) if at in cuts[place % 3] else "") + symbol
            elif word == "LIMIT":
                text += str(draw.randint(10, 99) if alike else draw.randint(0, 999))
            else:
                text += word[1:]
            text += next(between)
    if counted:
        text = f"{count}{draw.choice(SPACES)}{text}"
    if draw.random() < 0.5:
        text = text.rstrip()
    return (draw.choice(["", "\N{BYTE ORDER MARK}", "\n", " \r\n"]) + text).encode()


def broken_file(draw: Random, name: str) -> bytes:
    """Return a file with something left out, put in or exchanged; often it is wrong somewhere."""
    data = bytearray(random_file(draw, name))
    for _ in range(draw.randint(1, 3)):
        at = draw.randint(0, len(data))
        match draw.randrange(5):
            case 0:
                data.insert(at, draw.choice(STRANGE))
            case 1:
                data[at : at + 1] = bytes([draw.choice(STRANGE)])
            case 2:
                del data[at : at + draw.randint(1, 12)]
            case 3:
                del data[at:]
            case 4:
                data[at:at] = draw.choice("é８１\N{BYTE ORDER MARK}").encode()
    return bytes(data)


def sizes_of(draw: Random) -> list[int]:
    """Return the sizes of the pieces that a file comes in."""
    return draw.choice([[1], [1 << 20], [draw.randint(1, 40) for _ in range(5)]])


def pieces(data: bytes, sizes: list[int]) -> Iterator[bytes]:
    """Cut ``data`` into pieces of ``sizes``, again and again."""
    at, turn = 0, 0
    while at < len(data):
        size = sizes[turn % len(sizes)]
        yield data[at : at + size]
        at, turn = at + size, turn + 1


def read(name: str, parts) -> tuple[list, tuple[int, int] | None]:
    """Return what the product reads: cases as the slow reader gives them, and the warning."""
    reader = Reader(FORMATS[name], BOARD)
    found, number = [], 1
    for block in read_blocks(reader, parts):
        cases = block.cases()
        assert cases.first == number
        number += len(cases)
        limits = [None] * len(cases) if cases.limits is None else cases.limits.tolist()
        texts = [
            ["".join(map(str, row)) for row in unpack(BOARD, packed).tolist()]
            for packed in (cases.starts, cases.goals)
        ]
        found += zip(*texts, limits, strict=True)
    warning = reader.warning
    return found, warning and (warning.line, warning.column)


def check_against_the_slow_reader(name: str, data: bytes, sizes: list[int]) -> None:
    try:
        slow = SlowReader(name, data)
    except Wrong as wrong:
        with pytest.raises(JudgeFileError) as caught:
            read(name, pieces(data, sizes))
        error = caught.value
        assert (error.line, error.column) == (wrong.line, wrong.column), (error, wrong)
        assert wrong.words in error.message
    else:
        assert read(name, pieces(data, sizes)) == (slow.cases, slow.warning)


@every_format
def test_a_file_in_any_shape_and_any_pieces_reads_as_the_slow_reader_reads_it(name):
    for seed in range(40):
        draw = Random(seed)
        check_against_the_slow_reader(name, random_file(draw, name), sizes_of(draw))


@every_format
def test_a_broken_file_is_wrong_at_the_same_line_and_column(name):
    for seed in range(80):
        draw = Random(seed)
        check_against_the_slow_reader(name, broken_file(draw, name), sizes_of(draw))


@pytest.mark.parametrize(
    "data", [b"", b"\xef\xbb", b"\xef\xbb\xbf", "é1234567 8 12345678X 12345678X".encode()]
)
@every_format
def test_an_odd_file_reads_as_the_slow_reader_reads_it(name, data):
    check_against_the_slow_reader(name, data, [1])


def test_a_token_that_a_first_look_would_cut_is_seen_whole():
    for gap in range(485, 505):  # about the 512 bytes that are looked at for the first case
        run_together = b"12X453786" + b" " * gap + b"12345678X" + b"12X453786 12345678X\n"
        check_against_the_slow_reader("pairs", run_together, [len(run_together)])


def test_any_amount_of_white_space_is_read_in_any_pieces():
    wide = b" " * 100_000
    data = wide + b"1" + wide + b"12X453786" + wide + b"12345678X" + wide
    for size in (1000, 70_000, len(data)):
        check_against_the_slow_reader("hdu3567", data, [size])


def test_what_follows_the_last_case_takes_no_memory():
    reader = Reader(FORMATS["hdu3567"], BOARD)
    list(reader.feed(b"1\n12X453786\n12345678X\n"))
    for _ in range(100):
        assert not list(reader.feed(b"x" * 1_000_000))
    assert len(reader._rest) == 0
    assert reader.warning is not None


@every_format
def test_the_fixed_layout_is_framed_as_its_tokens_are(name):
    taken = 0
    for seed in range(90):
        draw = Random(seed)
        data = (random_file if seed % 3 else broken_file)(draw, name)
        text = data.removeprefix(b"\xef\xbb\xbf").lstrip()
        if SHAPES[name][0]:  # what stands behind the number of cases
            text = b"".join(text.split(maxsplit=1)[1:])
        fixed = frame_fixed(FORMATS[name], BOARD, text, 5)
        if fixed is None:
            continue
        taken += fixed.cases > 1
        tokens = frame_tokens(FORMATS[name], BOARD, text, fixed.cases)
        assert fixed.cases == tokens.cases
        assert np.array_equal(fixed.symbols, tokens.symbols)
        assert (fixed.limits is None) == (tokens.limits is None)
        if fixed.limits is not None:
            assert np.array_equal(fixed.limits, tokens.limits)
        assert text[tokens.size : fixed.size].strip() == b""
        assert fixed.newlines == text[: fixed.size].count(b"\n")
    assert taken > 10, "the fixed layout was hardly ever met"


@every_format
def test_parts_of_a_file_with_their_first_numbers_join_to_the_answers_of_the_whole(solver, name):
    format = FORMATS[name]

    def answered(data: bytes, first: int = 1) -> bytes:
        return b"".join(map(bytes, answers(solver, Reader(format, BOARD, first), [data])))

    for seed in range(15):
        draw = Random(seed)
        data = random_file(draw, name)
        blocks = read_blocks(Reader(format, BOARD), pieces(data, sizes_of(draw)))
        parts = [(block.first, block.cases()) for block in blocks]
        texts = [
            answered(format_header(format, len(cases)) + bytes(format_cases(format, cases)), first)
            for first, cases in parts
        ]
        assert b"".join(texts) == answered(data)


@every_format
def test_input_as_its_judge_writes_it_is_read_back(name):
    """Reading is the inverse of writing, whatever the boards and limits."""
    format = FORMATS[name]
    for seed in range(15):
        data = random_file(Random(seed), name)
        slow = SlowReader(name, data)
        blocks = [block.cases() for block in read_blocks(Reader(format, BOARD), [data])]
        text = format_header(format, len(slow.cases))
        text += b"".join(bytes(format_cases(format, cases)) for cases in blocks)
        assert SlowReader(name, text).cases == slow.cases


def test_every_sample_is_read_by_both_readers():
    assert SHAPES.keys() == FORMATS.keys()
    for name, format in FORMATS.items():
        data = format.sample.encode()
        slow = SlowReader(name, data)
        assert slow.cases
        assert read(name, [data]) == (slow.cases, None)


def test_a_large_file_read_in_the_usual_pieces_is_the_slow_readers():
    """Fixed, then reshaped, then fixed again, across the edges of pieces and blocks."""
    draw = np.random.default_rng(3)
    lines = ["".join(map(str, draw.permutation(9))) for _ in range(40_000)]
    lines[20_000] = " ".join(lines[20_000])
    text = "\n".join(chain(["20000"], lines)).encode()
    slow = SlowReader.__new__(SlowReader)  # its lists are too slow for so many
    slow.cases = [
        (start.replace(" ", ""), goal.replace(" ", ""), None)
        for start, goal in zip(lines[::2], lines[1::2], strict=True)
    ]
    assert read("hdu3567", pieces(text, [5 << 13])) == (slow.cases, None)
