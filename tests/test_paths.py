"""A path as one number."""

from itertools import product

import numpy as np
import pytest

from tablegen import paths

ALL = ["".join(moves) for length in range(8) for moves in product("dlru", repeat=length)]
LONG = ["dlru" * 7 + "dlr", "u" * 31, "d" * 31, "ruldruldruldruldruldruldruldru"]


@pytest.mark.parametrize("texts", [ALL, LONG])
def test_a_path_is_read_as_it_is_written(texts: list[str]) -> None:
    for text in texts:
        code = paths.parse_path(text)
        assert code < 2**64
        assert paths.format_path(code) == text
        assert paths.length(code) == len(text)


def test_codes_are_in_the_order_of_length_then_alphabet() -> None:
    by_code = sorted(ALL, key=paths.parse_path)
    assert by_code == sorted(ALL, key=lambda text: (len(text), text))
    assert len(set(map(paths.parse_path, ALL))) == len(ALL)


def test_lengths_of_arrays_are_those_of_single_codes() -> None:
    rng = np.random.default_rng(1)
    edges = [4**n * k + d for n in range(31) for k in (1, 2) for d in (-1, 0, 1)]
    codes = np.array(
        [code for code in edges if code.bit_length() % 2]
        + [paths.parse_path(text) for text in ALL + LONG]
        + [4**n + int(rng.integers(0, 4**n)) for n in range(1, 32) for _ in range(200)],
        np.uint64,
    )
    assert paths.lengths(codes).tolist() == [paths.length(int(code)) for code in codes]
    assert paths.lengths(np.zeros(3, np.uint64)).tolist() == [-1, -1, -1]


def test_the_longest_code_fits_and_is_told_right() -> None:
    last = (1 << 63) - 1  # 31 times u
    assert paths.format_path(last) == "u" * 31
    assert paths.lengths(np.array([last], np.uint64)).tolist() == [31]
