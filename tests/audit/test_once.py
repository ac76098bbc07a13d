"""What is told of a hand is told once, and of all who have chips on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from controller.audit.watchers import OF_ROUND, Watch
from controller.audit.watchers.told_money import untold
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views.view import NextStep
from tests.kit.evening import Evening, house
from tests.kit.filed import filed
from tests.kit.shown import page
from tests.procedure.walks.promises import moves, watched

HALF = "Box 2: take $5, return $5."


def ruled(on: Evening, kind: str, ruling: str) -> None:
    irr = next(i.id for i in on.open if i.kind == kind)
    on.put(
        cmd.Ruled(by="F. Floor", rank="floorperson", irr=irr, ruling=ruling, reason="as it lies")
    )


@pytest.mark.parametrize("pack", ["massachusetts", "maryland"])
def test_half_that_comes_back_behind_a_shuffle_is_asked_once(pack: str) -> None:
    """MA 15.d, 15.g, MD 13.F, 13.K: the card of box 5 is told to be in error before the shuffle.

    Box 2 has given up before that card; its line comes back when the card that was burned has
    given the line free.
    """
    on = Evening(house(pack)).opened().lit(2, 5, main={2: 1000, 5: 700})
    on.draw("8c 9d 7d 9h 7c Kd")
    on.press("act1")
    on.put(cmd.Surrender(box=2, hand=1))
    said = page(on).next_step.hint
    on.draw("9s")
    on.put(cmd.ShoeEmptied(by="S. Super", rank="casino_supervisor"))
    ruled(on, "count_differs", "found")
    on.put(cmd.LastCard(what="error"))
    between = page(on).next_step.hint
    on.shuffled(in_round=True)
    on.draw("2c")
    again = page(on).next_step.hint
    on.put(cmd.OfferAnswered(irr="", box=5, hand=1, takes=False))
    on.press("act7")
    ruled(on, "late_double", "stands")
    on.draw("3c", after_ms=6000)

    assert (said, again) == (HALF, HALF)
    assert HALF not in between
    assert (on.play.number, list(watched(on))) == (2, [])


def shared(*, cents: int | None = 2500, medium: Literal["chips", "coupon"] = "chips") -> Evening:
    """A has $10 on box 2 and B $25; the next card is theirs."""
    on = Evening(filed("massachusetts", wagerers_per_box=3)).opened().lit(2, main={2: 1000})
    on.put(cmd.WagererConsents(box=2, on=True))
    b = cmd.WagerSet(box=2, wagerer="2B", kind="main", on=True, cents=cents, medium=medium)
    assert on.put(b).verdict == "accepted"
    on.draw("6s 7d 9s 9d")
    on.press("act1")
    return on


def bust(on: Evening) -> Evening:
    on.draw("Kh")
    return on


def surrendered(on: Evening) -> Evening:
    on.put(cmd.Surrender(box=2, hand=1))
    return on


def doubled(on: Evening) -> Evening:
    """Over while no dealer's blackjack is possible: all of both doubles is lost."""
    on.put(cmd.Double(box=2, hand=1, cents=1000))
    on.put(cmd.Double(box=2, hand=1, wagerer="2B", cents=2000))
    return bust(on)


def said_instead(on: Evening, hint: str) -> list[str]:
    view = replace(page(on), next_step=NextStep(text="Turn hole card", hint=hint))
    return [*untold(on.play, on.house, view)]


@pytest.mark.parametrize(
    ("end", "right", "wrong"),
    [
        (bust, "Box 2: TAKE $35.", "Box 2: TAKE $10."),
        (bust, "Now: box 2 take $10, box 2 B take $25.", "Now: box 2 take $10, box 2 B take $10."),
        (doubled, "Box 2: TAKE $65.", "Box 2: TAKE $55."),
        (surrendered, "Box 2: take $17.50, return $17.50.", "Box 2: take $5, return $5."),
    ],
)
def test_line_that_names_less_than_all_have_on_a_shared_hand_is_told(
    end: Callable[[Evening], Evening], right: str, wrong: str
) -> None:
    """MA 8.a, 13.b: what ends a hand ends the wagers of all who are on it."""
    on = end(shared())

    assert said_instead(on, right) == []
    assert any("is known and not told" in text for text in said_instead(on, wrong))


def test_where_chips_of_one_are_not_known_no_amount_is_missed() -> None:
    """Nobody counted them, or they are a coupon that nobody has ruled on (MA 5.c)."""
    for unknown in (shared(cents=None), shared(medium="coupon")):
        assert said_instead(bust(unknown), "Box 2: TAKE.") == []


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (bust, ["take $10 asked, settled $35"]),
        (doubled, ["take $20 asked, settled $65"]),
        (surrendered, ["back $5 asked, settled $17.50", "take $5 asked, settled $17.50"]),
    ],
)
def test_chips_of_a_shared_hand_that_nothing_asks_for_are_told(
    end: Callable[[Evening], Evening], told: list[str]
) -> None:
    """The line is drawn as if A were alone there; the settlement has the chips of both."""
    on = end(shared())
    ended = len(on.steps)
    on.put(cmd.Turned())
    on.draw("2c", after_ms=6000)

    found = []
    for alone in (False, True):
        watch = Watch(on.house, {"once": OF_ROUND["once"]})
        for n, (before, stamped, step) in enumerate(moves(on), 1):
            play = step.state.play
            if alone and n == ended:
                wagers = tuple(w for w in play.wagers if not w.wagerer)
                step = replace(  # noqa: PLW2901
                    step, state=replace(step.state, play=replace(play, wagers=wagers))
                )
            texts = watch.look(stamped.seq, before, stamped, step)
            found += [(alone, f.text) for f in texts]

    assert found == [(True, f"round 1 box 2 main: {text}") for text in told]


def test_every_wagerers_part_of_a_shared_hand_may_be_turned_back() -> None:
    """MA 8.b: the bust that was none is turned back for both, and settled once."""
    on = bust(shared())
    on.put(cmd.Reported(what="card_misread", box=2, hand=1))
    irr = on.open[-1].id
    on.put(
        cmd.Ruled(
            by="F. Floor", rank="floorperson", irr=irr, ruling="misread", face="2h", reason="seen"
        )
    )
    back = page(on).next_step.hint
    on.press("act1")
    on.put(cmd.Turned())
    on.draw("Kc")
    on.draw("2c", after_ms=6000)

    assert "No longer: box 2 take $10, box 2 B take $25." in back
    assert (on.play.number, [*watched(on)]) == (2, [])


def test_blackjack_that_is_passed_while_the_shoe_has_the_line_is_told_behind_the_shuffle() -> None:
    """MD 7.H.1, 13.K: the shoe was not empty after all; its card passes the blackjack of box 5."""
    on = Evening(house("maryland")).opened().lit(2, 5, 7, main={2: 1000, 5: 700, 7: 500})
    on.draw("5c As 9d 3d 6c Kd 8c 9h")
    on.press("act1")
    on.put(cmd.Double(box=2, hand=1, cents=1000))
    on.put(cmd.ShoeEmptied(by="S. Super", rank="casino_supervisor"))
    ruled(on, "count_differs", "found")
    on.draw("9c")
    between = page(on).next_step.hint
    on.shuffled(in_round=True)
    on.draw("2c")
    after = page(on).next_step.hint

    assert ("10.50" in between, "10.50" in after) == (False, True)


def test_double_of_a_bust_that_comes_back_out_of_the_tray_is_no_broken_promise() -> None:
    """MA 15.k~2: the reader was wrong, the dealer has a blackjack: only the original is lost."""
    on = Evening(house("massachusetts")).opened().lit(2, 5, main={2: 1500, 5: 700})
    on.draw("6s Jh Ad Jc 8c Qh")
    on.press("act1")
    on.put(cmd.InsuranceClosed())
    on.peek(False)
    on.put(cmd.Double(box=2, hand=1, cents=750))
    on.draw("8d")
    taken = page(on).next_step.hint
    on.put(cmd.Next(box=5, hand=1))
    on.press("act7")
    ruled(on, "reader_fault", "go_on_without_reader")
    on.put(cmd.LayoutCleared(), after_ms=6000)

    assert "Box 2: TAKE $22.50." in taken
    assert list(watched(on)) == []


def test_match_cash_of_one_on_a_shared_box_is_asked_for_beside_anothers_chips() -> None:
    """MA 6.c~3: B's match chips are taken first, A's cash once it is chips: two wagers of two."""
    at = Evening(filed(wagerers_per_box=3)).opened().lit(2, 3, main={2: 1500, 3: 500})
    at.put(cmd.WagererConsents(box=2, on=True))
    for kind, cents in (("main", 1500), ("match", 1000)):
        at.put(cmd.WagerSet(box=2, kind=kind, on=True, cents=cents, wagerer="2B"))
    at.put(cmd.WagerSet(box=2, kind="match", on=True, cents=500, medium="cash"))
    at.floor(cmd.CashConfirmed(box=2, kind="match"), rank="casino_supervisor")
    at.put(cmd.CashConfirmed(box=2, kind="match", by="dealer", rank="dealer"))
    at.draw("8h 9c 7d 6c Qc Kd")
    at.press("act1")
    first = page(at).next_step.hint
    at.put(cmd.MatchDone())
    at.put(cmd.CashChanged(box=2, kind="match"))
    then = page(at).next_step.hint
    at.put(cmd.Next(box=2, hand=1))
    at.put(cmd.Next(box=3, hand=1))
    at.press("act7")
    at.put(cmd.LayoutCleared(), after_ms=6000)

    assert ("B $10" in first, "box 2 match take $5" in then) == (True, True)
    assert list(watched(at)) == []
