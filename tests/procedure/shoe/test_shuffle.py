"""The shuffle by machine: whole, counted, repeated after a fault (MA 4.a; MD 5.A; NH play.4)."""

from __future__ import annotations

import pytest

from controller.bench.automatic.opening import said_to_open
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening, house
from tests.kit.stacks import (
    MA,
    MD,
    NH,
    approved,
    at_cut,
    by_hand,
    count_rest,
    deal,
    done,
    finish,
    in_play,
    jam,
    last_round,
    load,
    load_refused,
    ordered,
    say,
    shuffle,
    unshuffled,
)


def line(evening: Evening) -> tuple[str, str]:
    step = next_step(evening.state, evening.house)
    return step.text, step.clause


@pytest.mark.clause("MA 3.c~3", "MA 4.a", "MD 4.F")
@pytest.mark.parametrize(("pack", "clause"), [(MA, "MA 3.c~3"), (MD, "MD 4.F")])
def test_stack_is_neither_cut_nor_loaded_before_it_is_shuffled(pack: str, clause: str) -> None:
    """Washed and stacked at the opening: a cut and a load are refused until the shuffle."""
    evening = unshuffled(house(pack))

    cut = evening.put(cmd.CutTaken(box=7))

    assert (cut.verdict, cut.clause) == ("refused", clause)
    assert load_refused(evening)
    shuffle(evening)
    load(evening)
    assert evening.play.shoe == "ready"


@pytest.mark.clause("MA 4.a", "MD 5.A")
@pytest.mark.parametrize("pack", [MA, MD])
def test_decks_that_came_shuffled_go_to_the_cut(pack: str) -> None:
    """No opening shuffle is asked for; the exemption covers the start of play only."""
    evening = Evening(house(pack))
    for said in said_to_open(evening.house):
        if isinstance(said, cmd.DecksReceived):
            break
        say(evening, said)

    came = cmd.DecksReceived(preinspected=True, preshuffled=True, reference="R-77")
    by_floor = evening.house.pack.opening.preshuffled.value == "with_reference"
    _ = evening.floor(came) if by_floor else evening.put(came)

    assert (evening.play.shuffle, evening.play.cut) == ("done", "due")
    load(evening)
    ordered(evening)
    assert evening.play.cut == "none"


@pytest.mark.clause("NH play.3")
def test_shuffle_is_refused_before_the_decks_are_washed_together() -> None:
    """Every deck is verified, no wash confirmed: refused."""
    evening = Evening(house(NH))
    said = list(said_to_open(evening.house))
    at = next(n for n, item in enumerate(said) if isinstance(item, cmd.CardsWashed))
    for item in said[:at]:
        say(evening, item)

    refused = evening.put(cmd.ShuffleAsked())
    for item in said[at:]:
        say(evening, item)

    assert refused.verdict == "refused"
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


@pytest.mark.clause("MA 4.a~4", "MD 5.A.1")
def test_stack_of_all_cards_opens_the_cut_when_the_shuffle_is_complete() -> None:
    """288 of 288: one stack, and the cut; by hand the last step group says the same."""
    machine = unshuffled(house(MD))
    machine.put(cmd.ShuffleAsked())
    hand = unshuffled(by_hand())

    done(machine, 288)
    shuffle(hand)

    assert (machine.play.shuffle, machine.play.cut) == ("done", "due")
    assert (hand.play.shuffle, hand.play.cut) == ("done", "due")


@pytest.mark.clause("MD 5.A.1")
def test_stack_is_not_cut_when_the_shuffler_counts_287() -> None:
    """287 of 288: no cut, the floorperson is called; explained, the stack may be cut."""
    evening = unshuffled(house(MD))
    evening.put(cmd.ShuffleAsked())

    outcome = done(evening, 287)

    assert [r.kind for r in outcome.raised] == ["count_differs"]
    assert evening.held == "count_differs"
    assert evening.play.cut == "none"
    assert evening.rule("found", rank="dealer", reason="one lay behind it").verdict == "refused"
    assert evening.rule("found", reason="one lay behind it").verdict == "accepted"
    assert str(evening.play.cut) == "due"


@pytest.mark.clause("NH play.4")
def test_bets_wait_until_the_shuffler_is_ready_with_all_cards() -> None:
    """BUSY: no round and no bet counts; 384: the cut is next; 383: held."""
    evening = unshuffled(house(NH))
    evening.put(cmd.ShuffleAsked())

    busy = evening.put(cmd.CutTaken(box=0))
    drawn = evening.draw("9c")
    short = unshuffled(house(NH))
    short.put(cmd.ShuffleAsked())
    done(short, 383)
    done(evening, 384)

    assert busy.verdict == "refused"
    assert drawn.raised
    assert evening.play.dealt == ()
    assert evening.play.cut == "due"
    assert short.held == "count_differs"


@pytest.mark.clause("MA 15.j", "MD 13.R")
@pytest.mark.parametrize("pack", [MA, MD])
@pytest.mark.parametrize("reason", ["jam", "stopped", "count"])
def test_jammed_shuffle_is_no_shuffle(pack: str, reason: str) -> None:
    """No stack, no cut, no load; cleared, all the cards are shuffled again from the start."""
    evening = unshuffled(house(pack))
    evening.put(cmd.ShuffleAsked())
    first = evening.state.orders[-1].wire

    jam(evening, reason)
    load_tried = evening.reading(fact.ShoeLoaded, "shoe")

    assert evening.play.cut == "none"
    assert evening.play.shoe == "empty"
    assert load_tried.raised
    evening.rule("again")
    assert evening.play.shuffle == "running"
    assert evening.state.orders[-1].wire != first
    done(evening, 180)
    assert evening.play.cut == "none"


@pytest.mark.clause("MA 4.b", "MA 4.b.1", "MA house.cut-card-in-automated-shoe")
def test_automated_shuffle_is_followed_by_the_cutting_card_and_no_cut() -> None:
    """Cutting card about a quarter from the back, the stack in the shoe, the burn."""
    evening = at_cut(house(MA), first=3)

    assert evening.play.cut == "cover_due"
    assert not [c for c in evening.allowed if isinstance(c.command, cmd.CutTaken)]
    step = next_step(evening.state, evening.house)
    assert (step.text, step.hint) == ("Cutting card in, then NEXT", "72 or more from the back")
    evening.press("act1")
    assert line(evening)[0] == "Load the shoe"
    evening.reading(fact.ShoeLoaded, "shoe")
    assert line(evening)[0] == "Burn one first"


@pytest.mark.clause("MA 4.b.1")
def test_no_cutting_card_is_asked_for_where_its_absence_is_approved() -> None:
    """Cut cards = 0 under an approval: the stack in the shoe, the burn."""
    evening = at_cut(approved(MA, cover_cards=0))

    assert evening.play.cut == "placed"
    evening.reading(fact.ShoeLoaded, "shoe")
    assert evening.play.shoe == "burn_due"


@pytest.mark.clause("MA 4.b", "MA 4.b.2", "MA 4.c~2")
def test_shoe_is_not_loaded_before_the_cut_when_the_cards_were_shuffled_by_hand() -> None:
    """A card out of the shoe before a cut is recorded: flagged, and no round starts."""
    evening = at_cut(by_hand(), first=3)

    assert load_refused(evening)
    assert line(evening)[0].startswith("Offer cut")
    drawn = evening.draw("9c")

    assert drawn.raised
    assert evening.play.shoe == "empty"
    assert evening.play.dealt == ()


@pytest.mark.clause("MA 4.b.1~2", "MD 5.A.2", "MD house.direct-insert-cut")
def test_shuffler_that_loads_the_shoe_itself_leaves_only_the_attestations() -> None:
    """MA: the cutting card, then the burn; MD: the cut as set, then the burn; no load by hand."""
    ma = at_cut(house(MA, loads_shoe=True), first=3)
    md = at_cut(house(MD, loads_shoe=True), first=3)

    early = ma.reading(fact.ShoeLoaded, "shoe")
    ma.press("act1")
    late = ma.reading(fact.ShoeLoaded, "shoe")
    assert md.play.cut == "due"
    md.press("act1")
    md.press("act1")

    assert (early.raised, late.raised) == ((), ())
    assert line(ma)[0] == line(md)[0] == "Burn one first"
    assert ma.play.loaded == 288


@pytest.mark.clause("MA 4.b.1~2")
def test_burn_comes_at_once_when_no_cutting_card_is_used_and_the_machine_loads() -> None:
    evening = at_cut(approved(MA, cover_cards=0, loads_shoe=True), first=3)

    assert evening.play.shoe == "burn_due"


@pytest.mark.clause("MA 4.a~2", "MA 4.g", "MA 7.j.3", "MD 5.A", "MD 7.D", "NH play.10")
@pytest.mark.parametrize("pack", [MA, MD, NH])
def test_no_round_is_dealt_after_the_cover_card_until_a_whole_shuffle(pack: str) -> None:
    """The round is finished; then rest, shuffle, cut, cover card and burn, and bets again."""
    early, evening = (in_play(house(pack), 3) for _ in range(2))
    for each in (early, evening):
        last_round(each)

    drawn = early.draw("5h")
    shuffle(evening)
    load(evening)

    assert drawn.raised
    assert early.play.dealt == ()
    assert early.play.shoe == "empty"
    assert evening.draw("5h").raised == ()
    assert len(evening.play.dealt) >= (pack != NH)


@pytest.mark.clause("MA 4.g~2", "MD 5.G", "MD 5.A")
@pytest.mark.parametrize("pack", [MA, MD])
def test_floor_orders_a_reshuffle_between_two_rounds(pack: str) -> None:
    """The collection begins at once; the next round waits for the shuffle; a dealer may not."""
    evening = in_play(house(pack), 3)
    deal(evening)
    finish(evening)

    refused = evening.put(cmd.ShuffleOrdered(reason="cards worn"))
    ordered(evening)

    assert refused.verdict == "refused"
    assert evening.play.shoe == "empty"
    assert evening.draw("5h").raised
    assert evening.play.dealt == ()


@pytest.mark.clause("MA 4.g~2", "MD 5.G")
@pytest.mark.parametrize("pack", [MA, MD])
def test_reshuffle_ordered_in_mid_round_waits_for_its_end(pack: str) -> None:
    """The round goes on unchanged; when it ends the rest is run out and shuffled."""
    evening = in_play(house(pack), 3)
    deal(evening)

    evening.floor(cmd.ShuffleOrdered(reason="cards worn"))

    assert evening.play.shoe == "ready"
    finish(evening)
    assert str(evening.play.shoe) == "rest_due"
    assert count_rest(evening).raised == ()


def test_reshuffle_on_order_is_refused_where_the_text_has_none() -> None:
    evening = in_play(house(NH), 3)

    outcome = evening.floor(cmd.ShuffleOrdered(reason="cards worn"))

    assert (outcome.verdict, outcome.clause) == ("refused", "NH house.not-in-text")


@pytest.mark.clause("MD 5.G")
def test_reshuffle_ordered_before_the_load_begins_with_the_shuffle() -> None:
    """The stack that waits for its cut is shuffled again."""
    evening = at_cut(house(MD), first=3)

    evening.floor(cmd.ShuffleOrdered(reason="a card was seen"))

    assert (evening.play.shuffle, evening.play.cut) == ("idle", "none")
    assert evening.floor(cmd.ShuffleOrdered(reason="again")).verdict == "refused"
    shuffle(evening)
    assert evening.play.cut == "due"


@pytest.mark.clause("MA 4.a~3")
def test_record_names_the_method_of_each_shuffle() -> None:
    """By hand it names the person's steps, by machine the shuffler's own report."""
    hand, machine = at_cut(by_hand(), first=3), at_cut(house(MA), first=3)

    steps = [st.input.step for st, _ in hand.steps if isinstance(st.input, cmd.ShuffleStep)]
    reports = [st.input for st, _ in machine.steps if isinstance(st.input, fact.ShuffleDone)]

    assert steps == ["riffles", "turn", "riffles", "strip"]
    assert [(r.device, r.cards) for r in reports] == [("shuffler", 288)]
    assert (hand.play.stack.by, machine.play.stack.by) == ("hand", "machine")
    assert hand.put(cmd.ShuffleAsked()).verdict == "refused"
