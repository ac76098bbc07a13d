"""The payout calculator refuses money that no table could have taken, with its place and clause."""

from __future__ import annotations

import argparse
import io
import json
from typing import Any

import pytest

from controller.cli.texts import settle as command

from .test_cases import one_hand, settled

Seat = dict[str, Any]


def seat(no: int, wager: int = 1000, **more: Any) -> Seat:
    stand = [{"hand": 0, "do": "stand"}]
    return {"seat": no, "wager": wager, "initial": ["Kh", "9d"], "script": stand} | more


def stated(rules: str, *seats: Seat, bank: tuple[int, int] | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": "x",
        "rules": rules,
        "decks": 8,
        "options": {"hole_card": True, "card_reader": rules == "MD", "peek": ""},
        "seats": list(seats),
        "dealer": {"cards": ["9c", "9h"]},
    }
    if bank is not None:
        found["player_dealer"] = {"seat": bank[0], "cents": bank[1]}
    return found


@pytest.mark.parametrize(
    ("case", "place", "clause"),
    [
        (stated("CA", seat(4), bank=(4, 10000)), "$.seats[0]", "CA silent.pd-bets"),
        (stated("CA", seat(1), seat(6), bank=(6, 10000)), "$.seats[1]", "CA silent.pd-bets"),
        (stated("CA", seat(1), bank=(4, 0)), "$.player_dealer.cents", "CA silent.bank-minimum"),
        (stated("CA", seat(1), bank=(4, 499)), "$.player_dealer.cents", "CA silent.bank-minimum"),
        (stated("CA", seat(1), bank=(8, 10000)), "$.player_dealer.seat", "CA table.1.i"),
        (stated("CA", seat(2, 400), bank=(4, 10000)), "$.seats[0]", "CA limits.min"),
        (stated("CA", seat(2, 0), bank=(4, 10000)), "$.seats[0]", "CA limits.min"),
        (stated("NH", seat(2, 50)), "$.seats[0]", "NH wagers.ante.2"),
        (stated("NH", seat(8, 500)), "$.seats[0]", "NH silent.seats"),
        (
            stated("NH", *(seat(n, 500, player="P") for n in (1, 2, 3))),
            "$.seats[2].player",
            "NH rules.5",
        ),
        (
            stated("NH", seat(1, 500, player="P"), seat(3, 500, player="P")),
            "$.seats[1].player",
            "NH play.21",
        ),
        (
            stated("MD", seat(2, player="P"), seat(4, player="P")),
            "$.seats[1].player",
            "MD 6.H",
        ),
        (stated("MD", seat(2), bank=(4, 10000)), "$.player_dealer.cents", "MD 7.O"),
    ],
)
def test_settle_refuses_with_path_and_clause(
    case: dict[str, Any],
    place: str,
    clause: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A bank's own box, a bank of nothing, less than the least, more spots than allowed."""
    given = io.TextIOWrapper(io.BytesIO(json.dumps(case).encode()))
    monkeypatch.setattr("sys.stdin", given)

    status = command.main(command_line("-"))

    told = capsys.readouterr()
    where = place.replace("$", "x", 1)
    assert (status, told.out) == (1, "")
    assert f"{where}:" in told.err
    assert f"({clause})" in told.err


def command_line(file: str) -> Any:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args([file])


def test_hand_that_was_hit_on_soft_21_can_be_stated() -> None:
    """MA 12.a bars only a hard 21: soft 21, hit with a 5, is a hard 16."""
    script = [
        {"hand": 0, "do": "hit", "card": "4d"},
        {"hand": 0, "do": "hit", "card": "5c"},
        {"hand": 0, "do": "stand"},
    ]

    done = settled(one_hand("As 6d", script, "9c 9h"))

    assert done.seats[0].main == -1000
