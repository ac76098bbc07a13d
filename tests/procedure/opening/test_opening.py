"""The opening checklist: what must be attested, which values a notice must show (MA 2, MD 2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.queries import checklist
from tests.kit.checking import (
    CA,
    MA,
    MD,
    NH,
    attest,
    attest_all_but,
    checking,
    open_keys,
    said,
    texts,
)
from tests.kit.evening import Evening, house


# ---- the list as a whole ----
@pytest.mark.parametrize("pack", [MA, MD, NH, CA])
def test_table_opens_when_every_line_is_attested_by_one_key(pack: str) -> None:
    """Few presses: one key attests every open line of the list."""
    evening = checking(pack)

    refused = evening.put(cmd.BoxSet(box=1, lit=True))
    evening.press("act1")

    assert refused.verdict == "refused"
    assert refused.text == "First the checklist"
    assert [k for k in open_keys(evening) if k != checklist.READER] == []
    assert evening.play.opening == ("checking" if pack == MD else "open")


@pytest.mark.parametrize("line", ["one_back", "cutting_card", "cutting_card_kind"])
@pytest.mark.clause("MA 2.a~2", "MA 2.a~3", "MA 2.a~6")
def test_table_does_not_open_when_cards_or_cutting_card_are_not_as_listed(line: str) -> None:
    """A no is logged with who said it, blocks the opening and is named (2.a)."""
    evening = checking(MA)
    attest_all_but(evening, line)
    before = evening.play.opening

    attest(evening, line, right=False)
    refused = evening.put(cmd.AllAsListed())
    step = next_step(evening.state, evening.house)
    wrong = said(evening, line)
    attest(evening, line)

    assert (before, refused.verdict) == ("checking", "refused")
    assert texts(evening)[line] in refused.text
    assert step.text == "List wrong. Floor"
    assert step.hint == texts(evening)[line]
    assert (wrong, said(evening, line)) == ([(False, "M. Okafor")], [(True, "M. Okafor")])
    assert evening.play.opening == "open"


@pytest.mark.parametrize(
    ("pack", "line", "text"),
    [
        pytest.param(MA, "cutting_card", "1 cutting card", marks=pytest.mark.clause("MA 2.a~3")),
        pytest.param(
            MA, "shoe_place", "Shoe at the dealer's left", marks=pytest.mark.clause("MA 7.a~2")
        ),
        pytest.param(
            MA,
            "rack_place",
            "Discard rack at the dealer's right",
            marks=pytest.mark.clause("MA 7.c~4"),
        ),
        (MA, "approved_cards", "Approved cards"),
        pytest.param(
            MD,
            "doubled_notice",
            "Sign: no additional payouts on doubled hands",
            marks=pytest.mark.clause("MD 2.B.5"),
        ),
    ],
)
def test_line_is_asked_and_its_attestation_stands_with_name_and_time(
    pack: str, line: str, text: str
) -> None:
    """An open item of the opening checklist until somebody has attested it."""
    evening = checking(pack)
    attest_all_but(evening, line)
    asked, blocked = texts(evening)[line], evening.play.opening

    attest(evening, line)

    kept = next(a for a in evening.play.day.attested if a.line == line)
    assert (asked, blocked) == (text, "checking")
    assert (kept.text, kept.by, kept.at) == (text, "M. Okafor", evening.steps[-1][0].at)


def test_device_that_does_not_answer_blocks_the_opening() -> None:
    """Self-test: a red item blocks; a device out of service is no item."""
    evening = checking(MA)
    evening.put(fact.DeviceLost(device="wheel", reason="read"))

    refused = evening.put(cmd.AllAsListed())
    attest_all_but(evening)
    red = evening.play.opening
    evening.floor(cmd.OutOfService(device="wheel", out=True))
    evening.put(cmd.DecksReceived())

    assert refused.text == "wheel is not ready"
    assert red == "checking"
    assert evening.play.opening == "open"


@pytest.mark.clause("MD 2.E")
def test_table_without_a_card_reader_does_not_open_where_the_text_demands_one() -> None:
    evening = Evening(house(MD))
    kept = tuple(d for d in evening.state.devices if d.role != "card_reader")
    evening.state = replace(evening.state, devices=kept)
    evening.open_table(before=cmd.AllAsListed)

    refused = evening.put(cmd.AllAsListed())
    attest_all_but(evening)

    assert refused.verdict == "refused"
    assert refused.text == "card reader is not ready"
    assert refused.clause == "MD 2.E"
    assert evening.play.opening == "checking"


# ---- furniture that follows the decks ----
@pytest.mark.clause("MD 2.G.1")
@pytest.mark.parametrize(("decks", "cards"), [(6, 288), (8, 384)])
def test_rack_line_reads_the_cards_that_it_must_fit(decks: int, cards: int) -> None:
    assert texts(checking(MD, decks=decks))["rack_height"] == (
        f"Rack, or the mark on it, fits {cards} cards"
    )


@pytest.mark.clause("MD 2.G.2")
def test_rack_mark_must_be_attested_again_when_the_decks_change() -> None:
    evening = Evening(house(MD)).open_table()
    changed = Evening(house(MD, decks=8))
    changed.state = evening.state

    refused = changed.put(cmd.BoxSet(box=1, lit=True))

    assert open_keys(evening) == []
    assert "rack_height" in open_keys(changed)
    assert changed.play.opening == "checking"
    assert refused.verdict == "refused"


@pytest.mark.clause("NH equipment.3")
def test_seventh_box_of_a_layout_with_six_is_refused() -> None:
    evening = Evening(house(NH, boxes=6)).open_table()
    evening.shuffled()

    assert texts(evening)["layout"] == "Layout with 6 marked boxes"
    assert evening.put(cmd.BoxSet(box=7, lit=True)).verdict == "refused"
    assert evening.put(cmd.BoxSet(box=6, lit=True)).verdict == "accepted"


# ---- closing ----
def test_table_is_closed_between_rounds_and_counted_under_a_seal() -> None:
    """Refused while a round is open; a count that differs is told."""
    evening = Evening().opened().lit(1)
    evening.draw("5h")
    open_round = evening.floor(cmd.TableClosed())
    evening.floor(cmd.RoundVoided(reason="drill"), rank="casino_supervisor")
    evening.floor(cmd.TableClosed())

    closing, step = evening.play.opening, next_step(evening.state, evening.house)
    unsealed = evening.floor(cmd.DecksCounted(cards=287, seal=" "))
    counted = evening.floor(cmd.DecksCounted(cards=287, seal="S-12"))

    assert open_round.text == "Finish or void the round first"
    assert (closing, step.text) == ("closing", "Count the decks. Floor")
    assert unsealed.text == "First the seal number"
    assert [r.kind for r in counted.raised] == ["count_differs"]
    assert evening.play.opening == "closed"
    assert evening.play.decks == "none"
    assert evening.play.day.decks_seal == "S-12"


def test_list_is_new_at_each_opening() -> None:
    evening = Evening().opened()
    evening.floor(cmd.TableClosed())
    evening.floor(cmd.DecksCounted(cards=288, seal="S-12"))

    evening.put(cmd.TableOpened(dealer="Lee K."))

    assert len(open_keys(evening)) == len(texts(evening))
    assert evening.play.dealer_name == "Lee K."
