"""The payout calculator: a stated round is replayed, and what no table could deal is refused."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.cli.texts import settle as command
from controller.rules.cases import CaseError, decode, pack_for, settle_case

ROUND: dict[str, Any] = {
    "id": "x",
    "rules": "MA",
    "decks": 6,
    "options": {"hole_card": True, "card_reader": True, "peek": "A10"},
    "seats": [
        {
            "seat": 1,
            "wager": 1000,
            "initial": ["8s", "8h"],
            "script": [
                {"hand": 0, "do": "split", "add": 1000, "card": "3d"},
                {"hand": 0, "do": "double", "add": 1000, "card": "Kd"},
                {"hand": 1, "do": "deal", "card": "Kh"},
                {"hand": 1, "do": "stand"},
            ],
        }
    ],
    "dealer": {"cards": ["6c", "Kc", "2s"]},
    "shoe": ["8s", "6c", "8h", "Kc", "3d", "Kd", "Kh", "2s"],
}


def stated(**changes: Any) -> dict[str, Any]:
    copied: dict[str, Any] = json.loads(json.dumps(ROUND))
    return copied | changes


def one_hand(cards: str, script: list[dict[str, Any]], dealer: str, **more: Any) -> dict[str, Any]:
    seat = {"seat": 1, "wager": 1000, "initial": cards.split(), "script": script}
    given = {k: more.pop(k) for k in ("insurance", "mtd", "bonus_spin", "wheel") if k in more}
    return stated(seats=[seat | given], dealer={"cards": dealer.split()}, shoe=None, **more)


def settled(round_: dict[str, Any]) -> Any:
    (case,) = decode(json.dumps(round_).encode())
    return settle_case(pack_for(case), case)


def refused(round_: dict[str, Any]) -> CaseError:
    with pytest.raises(CaseError) as no:
        settled(round_)
    return no.value


STAND = [{"do": "stand"}]


def test_round_is_settled_hand_by_hand() -> None:
    """A split, one hand doubled to 21, the other 18 against 18."""
    result = settled(stated())

    assert result.dealer_total == 18
    assert (result.seats[0].main, result.seats[0].net) == (2000, 2000)


@pytest.mark.parametrize(
    ("round_", "clause"),
    [
        (stated(decks=7), "MA 2.a"),
        (stated(rules="MD", options={"hole_card": False}), "MD 2.E"),
        (stated(dealer={"cards": ["6c"]}), "MA 7.d"),
        (stated(dealer={"cards": ["6c", "Kc"]}), "MA 12.b~2"),
        (stated(dealer={"cards": ["6c", "Kc", "2s", "2d"]}), "MA 12.b~2"),
        (stated(shoe=ROUND["shoe"][:-1]), "MA 15.g"),
        (stated(shoe=["8h", *ROUND["shoe"][1:]]), "MA 7.d"),
        (one_hand("Kh 9d", STAND, "Ts 9c"), "MA 2.a"),
        (one_hand("Kh Kh", STAND, "Kh Kh", decks=6), None),
        (one_hand("Kh 9d", [], "6c Kc 2s"), "MA 7.e~2"),
        (one_hand("Kh 9d", [{"do": "stand", "hand": 1}], "6c Kc 2s"), "MA 7.e~2"),
        (one_hand("Kh 9d", [*STAND, {"do": "hit", "card": "2s"}], "6c Kc 2s"), "MA 7.e~2"),
        (one_hand("As Kd", [{"do": "hit", "card": "2s"}], "6c Kc 2s"), "MA 12.a.1"),
        (one_hand("As Kd", [{"do": "double", "add": 5, "card": "2s"}], "6c Kc 2s"), "MA 9.a"),
        (
            one_hand("5s 6d", [{"do": "double", "add": 1001, "card": "Ks"}], "6c Kc 2s"),
            "MA 9.a~2",
        ),
        (one_hand("Kh 9d", [{"do": "split", "add": 1000, "card": "2s"}], "6c Kc 2s"), "MA 10.a"),
        (one_hand("8h 8d", [{"do": "split", "add": 999, "card": "2s"}], "6c Kc 2s"), "MA 10.a~2"),
        (one_hand("8h 8d", [{"do": "rescue"}], "6c Kc 2s"), "MA 9.d"),
        (
            one_hand("5s 6d", [{"do": "hit", "card": "2s"}, {"do": "surrender"}], "6c Kc 2s"),
            "MA 8.a~2",
        ),
        (one_hand("Kh 9d", STAND, "As Kd"), "MA 7.i~5"),
        (one_hand("Kh 9d", STAND, "6c Kc 2s", insurance=500), "MA 11.a"),
        (one_hand("Kh 9d", STAND, "As 9c", insurance=600), "MA 11.b~2"),
        (one_hand("Kh 9d", STAND, "6c Kc 2s", mtd=1001), "MA 6.b.1"),
        (one_hand("Kh 9d", STAND, "6c Kc 2s", bonus_spin=700), "MA 16.b"),
        (one_hand("Ah Kd", [], "6c Kc", bonus_spin=500), "MA 16.d"),
        (one_hand("Kh 9d", [{"do": "deal", "card": "2s"}], "6c Kc 2s"), "MA 7.e~2"),
    ],
)
def test_illegal_round_is_refused_with_the_clause(
    round_: dict[str, Any], clause: str | None
) -> None:
    """A decision not allowed, an impossible card count, a short shoe."""
    if clause is None:
        settled(round_)
        return

    no = refused(round_)

    assert no.clause == clause
    assert clause in str(no)


def test_too_many_copies_of_a_card_are_refused() -> None:
    """Six decks hold six."""
    script = [{"do": "hit", "card": "2h"} for _ in range(5)] + STAND

    no = refused(one_hand("2h 2h", script, "6c Kc 2s"))

    assert "7 x 2h in 6 decks" in str(no)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([{"hand": 1, "do": "deal", "card": "Kh"}], "hand 1 has no turn"),
        (
            [
                {"hand": 0, "do": "stand"},
                {"hand": 1, "do": "deal", "card": "Kh"},
                {"hand": 0, "do": "hit", "card": "2c"},
            ],
            "hand 0 has no turn",
        ),
        (
            [
                {"hand": 0, "do": "stand"},
                {"hand": 1, "do": "deal", "card": "Kh"},
                {"hand": 1, "do": "deal", "card": "Kh"},
            ],
            "has its second card",
        ),
        ([{"hand": 0, "do": "stand"}, {"hand": 1, "do": "hit", "card": "Kh"}], "second card yet"),
        ([{"hand": 0, "do": "hit"}], "hit names no card"),
        ([{"hand": 0, "do": "hit", "card": "zz"}], "not a card"),
    ],
)
def test_split_hands_are_played_in_their_order(script: list[dict[str, Any]], words: str) -> None:
    """The first hand to its end, then the next gets its card (MA 10.b)."""
    split = [{"hand": 0, "do": "split", "add": 1000, "card": "3d"}]

    no = refused(one_hand("8h 8d", [*split, *script], "6c Kc 2s"))

    assert words in str(no)


@pytest.mark.parametrize(
    ("round_", "words"),
    [
        (stated(rules="ZZ"), "one of NH, MD, "),
        (stated(seats=[]), "there must be a seat"),
        (stated(seats=ROUND["seats"] * 2), "no seat twice"),
        (one_hand("Kh xx", STAND, "6c Kc 2s"), "$.seats[0].initial"),
    ],
)
def test_unreadable_round_is_refused_with_its_place(round_: dict[str, Any], words: str) -> None:
    """The place in the file, and what to do."""
    assert words in str(refused(round_))


@pytest.mark.parametrize("data", [b"{", b'{"cases": [{}]}', b"[]"])
def test_file_that_is_no_case_is_refused(data: bytes) -> None:
    """One case, or {"cases": [...]}."""
    with pytest.raises(CaseError):
        decode(data)


def test_bank_of_a_player_dealer_may_be_stated() -> None:
    """Cover and button count then; the deal begins on the bank's left."""
    seats = [
        {"seat": n, "wager": 1000, "initial": [c, "8d"], "script": STAND}
        for n, c in ((1, "Ks"), (2, "Qs"))
    ]
    bank = {"seat": 1, "cents": 1500, "seats": 3}
    seats[0]["seat"] = 3
    round_ = stated(
        rules="CA",
        seats=seats,
        dealer={"cards": ["9c", "Kc"]},
        shoe=["Qs", "Ks", "9c", "8d", "8d", "Kc"],
        player_dealer=bank,
    )

    result = settled(round_)

    assert [(seat.seat, seat.main) for seat in result.seats] == [(3, -500), (2, -1000)]


def test_split_more_than_once_needs_no_more_than_the_case() -> None:
    """The stated initial cards serve the match wager."""
    split = [
        {"hand": 0, "do": "split", "add": 1000, "card": "8c"},
        {"hand": 0, "do": "split", "add": 1000, "card": "Kd"},
        {"hand": 0, "do": "stand"},
        {"hand": 1, "do": "deal", "card": "Kd"},
        {"hand": 1, "do": "stand"},
        {"hand": 2, "do": "deal", "card": "Kd"},
        {"hand": 2, "do": "stand"},
    ]

    result = settled(one_hand("8h 8d", split, "8s Kc", mtd=1000))

    assert result.seats[0].mtd == 8000


def test_shut_wheel_case_is_refused_without_its_answer() -> None:
    """A blackjack with Bonus Spin and no wheel amount: nothing is guessed."""
    no = refused(one_hand("Ah Kd", [], "6c Kc", bonus_spin=500))

    assert "spin due" in str(no)


def run(*args: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    code = (
        "import argparse, sys; from controller.cli.texts import settle as c; "
        "p = argparse.ArgumentParser(); c.add_arguments(p); "
        "sys.exit(c.main(p.parse_args(sys.argv[1:])))"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        input=data,
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )


def test_command_reads_a_file_or_standard_input(tmp_path: Path) -> None:
    """`dealer-assist settle FILE`, `-` for standard input; JSON on standard output."""
    file = tmp_path / "case.json"
    file.write_text(json.dumps(stated()))

    by_file = run(str(file))
    by_pipe = run("-", data=json.dumps({"cases": [stated(), stated(id="y")]}).encode())

    assert by_file.returncode == 0
    out = json.loads(by_file.stdout)
    assert out == {
        "cases": [
            {
                "id": "x",
                "dealer_total": 18,
                "seats": [
                    {
                        "seat": 1,
                        "main": 2000,
                        "super_bonus": 0,
                        "envy": 0,
                        "mtd": 0,
                        "insurance": 0,
                        "break_bonus": 0,
                        "bonus_spin": 0,
                        "net": 2000,
                    }
                ],
            }
        ]
    }
    assert [case["id"] for case in json.loads(by_pipe.stdout)["cases"]] == ["x", "y"]


def call(arguments: list[str]) -> int:
    import argparse

    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.main(parser.parse_args(arguments))


def test_command_takes_the_pack_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--pack` wins over the case's code."""
    file = tmp_path / "case.json"
    file.write_text(json.dumps(one_hand("As Kd", [], "6c Kc", rules="")))

    assert call(["--pack", "maryland", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["cases"][0]["seats"][0]["main"] == 1500


def test_command_ends_with_1_and_the_clause_when_a_case_is_illegal(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing on standard output; the clause on standard error."""
    file = tmp_path / "case.json"
    file.write_text(json.dumps(stated(decks=7)))

    assert call([str(file)]) == 1
    shown = capsys.readouterr()
    assert "MA 2.a" in shown.err
    assert not shown.out
    assert call([str(tmp_path / "none.json")]) == 1
    assert "none.json" in capsys.readouterr().err
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{")))
    assert call(["-"]) == 1
