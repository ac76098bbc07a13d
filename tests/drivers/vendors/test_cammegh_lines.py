"""Lines of a Cammegh wheel: each golden vector in both directions, and what is no line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from drivers.cammegh.lines import (
    Alone,
    Bonus,
    Extended,
    Line,
    Lines,
    Reply,
    Status,
    decode,
    encode,
)

VECTORS = {
    vector["name"]: bytes.fromhex(vector["hex"])
    for vector in msgspec.json.decode(
        (Path(__file__).parents[1] / "vectors" / "cammegh.json").read_bytes(),
        type=list[dict[str, str]],
    )
}


def status(state: int, spin: int, number: str, speed: int, way: int, **more: Any) -> Status:
    return Status(state, spin, number, more.pop("warning", 0), speed, way, **more)


MEANT: dict[str, Line] = {
    "q_status": Reply("X"),
    "q_ident": Reply("K"),
    "r_ident": Reply("K", "CAM"),
    "r_start_k": Reply("K", "OK"),
    "pow_on": Reply("P", "1"),
    "pow_off": Reply("P", "0"),
    "pow_ok": Reply("P", "OK"),
    "pow_no": Reply("P", "NO"),
    "spin": Reply("u", "1"),
    "spin_ok": Reply("u", "OK"),
    "reset": Reply("R"),
    "reset_ok": Reply("R", "OK"),
    "selftest": Reply("F"),
    "selftest_ok": Reply("F", "0"),
    "selftest_22": Reply("F", "22"),
    "selftest_busy": Reply("F", "BUSY"),
    "version": Reply("S"),
    "version_r": Reply("S", "V2.50"),
    "mode_set": Reply("o", "1159"),
    "mode_busy": Reply("o", "BUSY"),
    "get_gph": Reply("T", "H"),
    "gph_r": Reply("T", "h 60"),
    "set_gph": Reply("T", "h 60"),
    "set_ok": Reply("T", "OK"),
    "store": Reply("T", "f"),
    "st_idle": status(6, 1, "", 0, 0),
    "st_open": status(2, 11, "23", 150, 0),
    "st_rim": status(3, 11, "23", 170, 1),
    "st_nmb": status(4, 11, "23", 165, 1),
    "st_win25": status(5, 11, "25", 165, 1),
    "st_win9": status(5, 146, "9", 158, 0),
    "st_win00": status(5, 12, "00", 160, 0),
    "st_missspin": status(3, 12, "25", 170, 1, warning=2),
    "st_noball": status(4, 12, "25", 165, 1, warning=1),
    "st_warnA": status(3, 12, "25", 170, 1, warning=10),
    "st_fault": status(6, 12, "25", 0, 0, warning=4),
    "st_wrap": status(2, 256, "25", 150, 0),
    "win25": Alone("25"),
    "win9": Alone("9"),
    "bonus1": Bonus(1, 123),
    "bonus_lic": Bonus(1, 123, 30),
    "bonus_exp": Bonus(2, 999, 0),
    "ext": status(5, 11, "25", 165, 1, more=Extended(0x0122, 3, "0", "0A3D7", "25")),
    "m_bonus": Bonus(1, 123, mercury=True),
    "m_basic_s": Reply("S"),
    "m_basic_n": Reply("N"),
    "m_basic_w": Reply("W", "25"),
}


def test_every_golden_vector_has_its_meaning_here() -> None:
    assert VECTORS.keys() == MEANT.keys()


@pytest.mark.parametrize("name", VECTORS)
def test_golden_line_is_read_and_written_as_it_stands(name: str) -> None:
    (line,) = Lines().feed(VECTORS[name])

    assert decode(line) == MEANT[name]
    assert encode(MEANT[name]) == VECTORS[name]


@pytest.mark.parametrize("name", VECTORS)
def test_golden_line_is_read_in_pieces_of_any_size(name: str) -> None:
    whole = VECTORS[name]
    for cut in range(len(whole) + 1):
        lines = Lines()
        found = [*lines.feed(whole[:cut]), *lines.feed(whole[cut:])]

        assert [decode(line) for line in found] == [MEANT[name]]


@pytest.mark.parametrize(
    "text",
    [
        *("6; 9;0;158;0", "4;146; 9;0;159;0", "00;0", "*X;8;001;25;0;150;0", "*X;0;001;25;0;150;0"),
        *(
            "*X;5;001;99;0;150;0",
            "*X;5;001;37;0;150;0",
            "*X;5;257;25;0;150;0",
            "*X;5;01;25;0;150;0",
        ),
        *(
            "*X;5;001;25;G;150;0",
            "*X;5;001;25;0;150;2",
            "*X;5;001;25;0;150;0;",
            "*X;5;001; ;0;150;0",
        ),
        *("*X;5;001;2 ;0;150;0", "*X;5;001;25;0;150", "X;5;001;25;0;150;0", "*Y;1;12", "*", "*7 x"),
        *("37", "99", "9", "251", "2\x00", "*X;5;001;25;0;1\xb2;0"),
    ],
)
def test_what_is_torn_or_does_not_exist_is_no_line(text: str) -> None:
    assert decode(text.encode("latin-1")) is None


def test_line_that_is_glued_to_a_torn_one_begins_at_the_last_star() -> None:
    lines = Lines()

    found = lines.feed(b"*X;4;14*X;*X;4;146; 9;0;158;0\r\n")

    assert [decode(line) for line in found] == [status(4, 146, "9", 158, 0)]
    assert lines.bad == 1


def test_line_without_end_is_bounded_and_the_next_one_is_read() -> None:
    lines = Lines()

    assert lines.feed(b"x" * 100_000) == []
    assert [decode(x) for x in lines.feed(b"25\r\n" + VECTORS["st_win25"])] == [MEANT["st_win25"]]
