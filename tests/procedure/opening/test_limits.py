"""Limits changed from the floor: announced, in force between rounds, kept by named boxes."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.wording import dollars
from controller.procedure.queries import limits
from controller.rules.pack import names
from controller.view import sign_view
from tests.kit.evening import Evening, house
from tests.kit.shown import floor_page, frame, page, told

OPTIONS = {"main_min_cents": 1_500, "main_max_cents": 100_000}
HOUSE = (
    "MA house.table-limits",
    "MD house.table-limits",
    "NH house.table-limits",
    "CA house.table-limits",
)
MINUTE = 60_000


def at(pack: str = "massachusetts") -> Evening:
    return Evening(house(pack, **OPTIONS)).opened()


def wager(e: Evening, box: int, cents: int) -> str:
    return e.put(cmd.WagerSet(box=box, kind="main", on=True, cents=cents)).verdict


def to_25(*kept: int, after: int = 0) -> cmd.LimitsChanged:
    return cmd.LimitsChanged(low_cents=2_500, high_cents=200_000, after_min=after, kept=kept)


@pytest.mark.clause(*HOUSE)
@pytest.mark.parametrize("pack", names())
def test_floor_changes_limits_in_every_pack_and_the_notice_is_asked_for_again(pack: str) -> None:
    e = Evening(house(pack)).opened()
    deal = e.house.pack.deal
    low, high = min(deal.main_min_cents.most, 2_500), min(deal.main_max_cents.most, 200_000)
    other = cmd.LimitsChanged(low_cents=low, high_cents=high)

    dealer = e.put(other)
    outcome = e.floor(other)

    assert (dealer.verdict, outcome.verdict) == ("refused", "accepted")
    assert limits.of_box(e.play, e.house) == (low, high)
    shown = [what.pays for what in sign_view(e.state, e.house, frame(e)).limits]
    assert f"{dollars(low)} to {dollars(high)}" in shown


def test_the_notice_that_shows_the_limits_is_confirmed_again() -> None:
    e = at("maryland")
    stood = [e.play.opening]

    e.floor(to_25())
    stood.append(e.play.opening)
    confirm(e)
    stood.append(e.play.opening)

    assert stood == ["open", "checking", "open"]


@pytest.mark.clause(*HOUSE)
def test_wagers_keep_to_the_new_limits_and_named_boxes_to_the_old() -> None:
    e = at()
    e.floor(to_25(3))
    confirm(e)

    assert wager(e, 2, 1_500) == "refused"
    assert wager(e, 3, 1_500) == "accepted"
    assert wager(e, 2, 150_000) == "accepted"
    assert wager(e, 3, 150_000) == "refused"


def confirm(e: Evening) -> None:
    """The lines of the checklist whose text has changed, as the floor confirms them."""
    for _ in range(10):
        line = next((c for c in e.allowed if isinstance(c.command, cmd.LineAttested)), None)
        if line is None or e.play.opening == "open":
            return
        assert isinstance(line.command, cmd.LineAttested)
        e.floor(line.command)


@pytest.mark.clause(*HOUSE)
def test_announced_limits_wait_for_their_time_and_for_the_end_of_the_round() -> None:
    e = at().lit(2)
    assert wager(e, 2, 2_000) == "accepted"
    e.floor(to_25(after=20))

    early = sign_view(e.state, e.house, frame(e))
    e.put(cmd.MenuAsked(), after_ms=21 * MINUTE)
    in_round = limits.of_box(e.play, e.house)

    assert (early.announced, in_round) == ("$25 to $2,000", (1_500, 100_000))
    assert early.announced_at == (e.steps[-2][0].at + 20 * MINUTE * 1000) // 1000
    e.put(cmd.WagerSet(box=2, kind="main", on=False))
    e.put(cmd.MenuAsked())
    assert limits.of_box(e.play, e.house) == (2_500, 200_000)
    assert not sign_view(e.state, e.house, frame(e)).announced


@pytest.mark.clause(*HOUSE)
def test_announced_limits_come_into_force_at_a_table_that_nobody_touches() -> None:
    """The change of the day is awaited already: what comes sooner takes its place."""
    e = at()
    e.floor(to_25(after=20))
    (watch,) = [t for t in e.play.timers if t.id.startswith("day/")]

    e.fire("day", after_ms=int(watch.seconds * 1000))

    assert watch.seconds == 20 * 60
    assert limits.of_box(e.play, e.house) == (2_500, 200_000)


@pytest.mark.parametrize(
    "wrong",
    [
        cmd.LimitsChanged(),
        cmd.LimitsChanged(low_cents=2_500, high_cents=1_500),
        cmd.LimitsChanged(low_cents=2_500, high_cents=5_000, kept=(8,)),
        cmd.LimitsChanged(low_cents=2_500, high_cents=5_000, after_min=-1),
        cmd.LimitsChanged(low_cents=1, high_cents=100_000_001),
    ],
)
def test_limits_that_are_none_are_refused(wrong: cmd.LimitsChanged) -> None:
    e = at()

    assert e.floor(wrong).verdict == "refused"
    assert limits.of_box(e.play, e.house) == (1_500, 100_000)


def test_page_of_the_floor_says_what_is_in_force_and_the_record_what_was_said() -> None:
    e = at()
    (before,) = [a for a in floor_page(e).allowed if a.command == "LimitsChanged"]
    e.floor(to_25(3, 5, after=10))
    (after,) = [a for a in floor_page(e).allowed if a.command == "LimitsChanged"]

    assert (before.sub, after.sub) == ("now $15 to $1,000", "announced: $25 to $2,000")
    assert told(e).text == (
        "Limits $25 to $2,000, from 10 minutes on, boxes 3 5 keep the old ones, "
        "by M. Okafor, floorperson"
    )


def test_pad_of_the_dealer_shows_the_limits_in_force() -> None:
    e = at()
    e.floor(to_25())
    confirm(e)

    pad = page(e).pad
    assert pad is not None
    assert [(x.low_cents, x.high_cents) for x in pad.limits] == [(2_500, 200_000)]
