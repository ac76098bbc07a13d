"""What a bank's cover asks to be counted: in action order, until its money is used up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.console.drawing.places import bars
from controller.domain import commands as cmd
from controller.domain.cards import Card
from controller.procedure.state.house import House
from controller.rules.hands import is_blackjack
from controller.rules.pack import apply_options, load
from tests.kit.banks import CA, bank, dealt, hint, labels, line, page, takes
from tests.kit.evening import Evening

APPROVAL = {"reference": "r", "date": "2026-01-01"}


def moved(e: Evening) -> list[tuple[int, str, str, object]]:
    return [(p.box, p.kind, p.direction, p.cents) for p in e.play.payments if p.kind != "fee"]


def stated(e: Evening, box: int, cents: int, kind: str = "main") -> Any:
    return e.put(cmd.AmountStated(box=box, kind=kind, cents=cents))


def settled(cents: int | None, *, wagers: dict[int, int | None], **kinds: Any) -> Evening:
    """Box 1 banks; hole 8 puts the button on box 3: 3 wins on 19, 2 loses on 12, bank 17."""
    e = bank(1, cents)
    e.lit(2, 3, main=wagers, **kinds)
    dealt(e, "5h Kh 9c 7h 9h 8d")
    e.put(cmd.Next(box=2, hand=1))
    e.press("act7")
    assert e.play.round == "settled"
    return e


@pytest.mark.clause("CA dealing.8.i")
def test_bank_need_not_cover_the_table_and_both_are_shown() -> None:
    """W = $100, T = $300: the deal is allowed with a notice."""
    e = bank(1, 10000)
    e.lit(2, 3, main={2: 10000, 3: 20000})
    assert page(e).chips == ("Bank $100 does not cover $300",)

    dealt(e, "5h Kh 9c 7h 9h 8d")

    assert page(e).chips == ("Bank $100 does not cover $300",)


def test_nothing_is_shown_where_the_bank_covers_the_table_or_nobody_counted() -> None:
    for cents, wager in ((30000, 10000), (10000, None), (None, 10000)):
        e = bank(1, cents)
        e.lit(2, 3, main={2: wager, 3: wager})

        assert page(e).chips == ()


def test_chips_are_to_be_counted_before_the_first_card_where_the_bank_has_an_end() -> None:
    """Nothing stops for it: the line asks."""
    e = bank(1, 10000)
    e.lit(2, 3, main={2: 5000, 3: None})

    assert hint(e) == "Count box 3: the bank has an end."
    e.put(cmd.WagerSet(box=3, kind="main", on=True, cents=2500))
    assert hint(e) == "Fees in: players $2, bank $2."


def test_bank_that_covers_all_leaves_every_amount_open() -> None:
    """`W COVERS ALL` (console/README 2.3)."""
    e = settled(None, wagers={2: None, 3: None})

    assert moved(e) == [(3, "main", "pay", None), (2, "main", "take", None)]
    assert line(e) == "Pay and take"


def test_amounts_are_asked_from_the_action_button_on() -> None:
    """Box 3 first; only then is box 2 reached."""
    e = settled(10000, wagers={2: None, 3: None})
    assert (line(e), hint(e)) == (
        "Box 3: how much?",
        "Wager. The bank has reached it: tap the chips.",
    )
    assert moved(e) == []

    assert stated(e, 2, 2500).verdict == "refused"
    assert stated(e, 3, 2500).verdict == "accepted"
    assert line(e) == "Box 2: how much?"
    assert moved(e) == [(3, "main", "pay", 2500)]
    stated(e, 2, 5000)

    assert moved(e) == [
        (3, "main", "pay", 2500),
        (2, "main", "take", 5000),
        (1, "bank", "return", 12500),
    ]
    assert line(e) == "Pay and take"


def test_asking_ends_where_the_money_ends() -> None:
    """W = $25, used up at box 3: box 2 has no action and is not counted."""
    e = settled(2500, wagers={2: None, 3: None})

    stated(e, 3, 5000)

    assert line(e) == "Pay and take"
    assert moved(e) == [
        (3, "main", "pay", 2500),
        (2, "main", "return", None),
        (1, "bank", "return", 0),
    ]
    words = {(p.box, p.kind): (p.direction, p.text) for p in page(e).payments}
    assert words[2, "main"] == ("push", "NO ACTION")


def test_further_chip_corrects_the_count() -> None:
    """Chip by chip: $25 and $25 more."""
    e = settled(10000, wagers={2: 1000, 3: None})
    stated(e, 3, 2500)

    stated(e, 3, 5000)

    assert moved(e)[0] == (3, "main", "pay", 5000)
    assert len(moved(e)) == 3


def test_match_wager_is_counted_in_its_turn() -> None:
    """Box 3 has 9 and K against 9 up: its match wins after its main wager."""
    e = settled(10000, wagers={2: 1000, 3: 1000}, match={3: None})
    assert hint(e) == "Match. The bank has reached it: tap the chips."

    stated(e, 3, 500, "match")

    assert (3, "match", "pay", 2000) in moved(e)


def test_count_is_held_to_the_limits_of_the_table() -> None:
    """A match wager is $1 to $50; nothing is nothing."""
    e = settled(10000, wagers={2: 1000, 3: 1000}, match={3: None})

    assert stated(e, 3, 5100, "match").clause == "CA limits.2"
    assert stated(e, 3, 0, "match").verdict == "refused"


def test_round_is_not_over_before_the_amounts_are_there() -> None:
    e = settled(10000, wagers={2: 1000, 3: None})

    assert e.put(cmd.LayoutCleared(), after_ms=5000).verdict == "refused"
    assert e.play.round == "settled"
    assert "act1" not in labels(e)
    stated(e, 3, 2500)
    assert e.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"
    assert str(e.play.round) == "wagering"


def test_pad_of_the_box_counts_what_is_asked() -> None:
    """Chips of the box whose turn it is; the fund of the bank on its own box."""
    e = settled(10000, wagers={2: 1000, 3: None})
    (pad,) = [b for b in bars(page(e)) if b.name == "box3"]
    assert [(t.kind, t.box) for t in pad.tabs] == [("main", 3)]
    chip = next(c for c in pad.tabs[0].chips if c.label == "2500")
    assert '"cents":2500' in chip.body.replace(" ", "")

    e = bank(1, 10000)
    (pad,) = [b for b in bars(page(e)) if b.name == "box1"]
    assert [(t.kind, t.cents) for t in pad.tabs] == [("bank", 10000)]
    assert [(p.no, p.entry.label) for p in pad.places if p.entry and p.no in (3, 4)] == [
        (3, "W COVERS ALL"),
        (4, "NO BANK"),
    ]


def test_double_of_another_amount_is_counted_by_itself() -> None:
    """Where the dealer stands on soft 17 a double is the full wager or less (options.3)."""
    given_ = {"dealer_soft_17": {"value": "stand", "approval": APPROVAL}}
    e = Evening(House(apply_options(load(CA), given_))).opened()
    takes(e, 1, 20000)
    e.lit(2)
    dealt(e, "5h 9c 6h 8d")
    e.put(cmd.Double(box=2, hand=1))
    e.draw("8h")
    e.press("act1")  # it could still be rescued, in its own turn
    e.press("act7")
    stated(e, 2, 5000)
    assert hint(e) == "Added by the double. The bank has reached it: tap the chips."

    assert stated(e, 2, 6000, "double").verdict == "refused"
    stated(e, 2, 2500, "double")

    assert moved(e)[0] == (2, "main", "pay", 7500)


def test_uncounted_wager_is_asked_before_its_double() -> None:
    """H17: each double is all that lies there, so the wager says it all."""
    e = bank(1, 20000).lit(2)
    dealt(e, "5h 9c 6h 8d")
    e.put(cmd.Double(box=2, hand=1))
    e.draw("8h")
    e.press("act1")
    e.press("act7")
    assert line(e) == "Box 2: how much?"

    stated(e, 2, 2500)

    assert moved(e)[0] == (2, "main", "pay", 5000)


def test_void_round_asks_for_no_amount() -> None:
    e = bank(1, 10000).lit(2, 3)
    dealt(e, "5h Kh 9c 7h 9h 8d")
    e.floor(cmd.RoundVoided(reason="x"), rank="casino_supervisor")

    assert e.play.banking.due is None
    assert e.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


def test_void_round_gives_back_every_wager_and_the_banks() -> None:
    """CA silent.ten-found: no money has moved before the end, not even of a hand given up."""
    e = bank(1, 10000)
    e.lit(2, 3, main={2: 2500, 3: None})
    dealt(e, "5h Kh 9c 7h 9h 8d")
    e.put(cmd.Surrender(box=2, hand=1))

    e.floor(cmd.RoundVoided(reason="x"), rank="casino_supervisor")
    e.put(cmd.PlayersLinked(boxes=(2, 3)))

    assert sorted(moved(e), key=str) == [
        (1, "bank", "void", 10000),
        (2, "main", "void", 2500),
        (3, "main", "void", None),
    ]
    assert e.faults == []


CENTS = st.none() | st.integers(5, 500).map(lambda usd: usd * 100)
MATCH = st.none() | st.integers(1, 50).map(lambda usd: usd * 100)
ACTS = st.lists(st.sampled_from(["stand", "double", "split", "surrender", "draw"]), max_size=6)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    fund=CENTS,
    mains=st.dictionaries(st.sampled_from([1, 2, 3, 6, 7]), CENTS, min_size=1, max_size=4),
    match=MATCH,
    acts=ACTS,
    seed=st.integers(0, 10**6),
    counts=st.lists(st.integers(5, 500), min_size=12, max_size=12),
)
def test_no_bank_and_no_wagers_fault(
    fund: int | None,
    mains: dict[int, int | None],
    match: int | None,
    acts: list[str],
    seed: int,
    counts: list[int],
) -> None:
    """Whatever was counted or not: the round ends, and the bank moves no more than it put up."""
    e = bank(4, fund, variant="hole_card")
    e.lit(*mains, main=mains, match={min(mains): match})
    deck = [rank + suit for rank in "A23456789JQK" for suit in "shdc"] * 6
    shoe = Random(seed).sample(deck, len(deck))

    play_out(e, shoe, acts, counts)

    assert e.play.round == "settled", (e.held, line(e))
    assert e.faults == []
    banked = [p for p in e.play.payments if p.kind == "bank"]
    assert len(banked) == (fund is not None)
    if fund is not None:
        assert abs(float(banked[0].cents or 0) - fund) <= fund
    assert e.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


def play_out(e: Evening, shoe: list[str], acts: list[str], counts: list[int]) -> None:
    """The acts one after the other where they are legal, then NEXT; all amounts as asked."""
    for _ in range(80):
        p = e.play
        if e.held or e.faults or (p.round == "settled" and p.banking.due is None):
            return
        if p.banking.due is not None:
            box, kind, number, _ = p.banking.due
            usd = counts.pop()
            for cents in (usd * 100, min(usd, 50) * 100, 500):
                item = cmd.AmountStated(box=box, kind=kind, hand=number, cents=cents)
                if e.put(item).verdict == "accepted":
                    break
        elif p.round == "deal_out":
            e.put(cmd.DealOk(boxes=p.boxes))
        elif p.round == "peek_due":
            both = [Card.parse(s.face or s.seal.ct.decode().strip()) for s in p.dealer]
            e.put(cmd.PeekAttested(blackjack=is_blackjack(both)))
        elif p.round == "turn_due":
            e.press("act7")
        elif p.round == "deciding" and e.offered("act1") is not None:
            act = acts.pop() if acts else "stand"
            slot = {"stand": "act1", "double": "act3", "split": "act4", "surrender": "act5"}
            if act == "draw" and line(e)[0].startswith("Next card"):
                e.draw(shoe.pop())
            else:
                key = slot.get(act, "act1")
                e.press(key if e.offered(key) is not None else "act1")
        else:
            e.draw(shoe.pop())


def left(e: Evening) -> list[tuple[int, str, int | None]]:
    """What the page shows as still to be moved, the bank's own aside."""
    view = page(e).payments
    return [(p.box, p.direction, p.cents) for p in view if p.state != "closed" and p.kind == "main"]


@pytest.mark.parametrize("void", [False, True])
def test_half_of_a_surrendered_hand_goes_back_at_once_and_not_a_second_time(void: bool) -> None:
    """CA options.7.b: $15 back now; the other $15 is the bank's at its turn, or the player's."""
    e = bank(4, 20_000)
    e.lit(2, 3, main={2: 3000, 3: 1000})
    dealt(e, "Kh 9c 9d 6h 8c 8d")
    e.put(cmd.Surrender(box=2, hand=1))

    assert "Box 2: return $15, $15 stays." in hint(e)
    if void:
        e.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
        assert left(e) == [(2, "push", 1500), (3, "push", 1000)]
        return
    e.press("act7")
    assert (2, "take", 1500) in left(e)
    assert [x for x in left(e) if x[0] == 2] == [(2, "take", 1500)]


def test_double_that_a_rescue_takes_back_is_told_at_once() -> None:
    """CA options.2: $20 doubled to $40 at 12: $20 back, $20 stays for the bank's turn."""
    e = bank(4, 20_000)
    e.lit(2, 3, main={2: 2000, 3: 1000})
    dealt(e, "5h 9c 9d 4h 8c 8d")
    e.put(cmd.Double(box=2, hand=1))
    e.draw("3s")
    e.put(cmd.Rescue(box=2, hand=1))

    assert "Box 2: return $20, $20 stays." in hint(e)
    e.press("act7")
    assert [x for x in left(e) if x[0] == 2] == [(2, "take", 2000)]
