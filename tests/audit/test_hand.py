"""A round told to people: its clause behind each step, no card before the row that turned it."""

from __future__ import annotations

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from controller.audit import hand
from controller.audit.explain import Story, recent_rounds, round_steps, round_story
from controller.audit.fold import zone_of
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.journal.read import open_reader
from controller.procedure.state.inputs import Outcome
from controller.rules import ledger
from controller.table.recovery import rules_in

from .forge import at_row, forge
from .shift import disputed, played, shift, unlucky

BOSTON = ZoneInfo("America/New_York")
GOLDEN = Path(__file__).with_name("round_2.txt")


def story(path: Path, number: int) -> Story:
    with open_reader(path) as reader:
        found = round_story(reader, number)
    assert found is not None
    return found


def test_a_disputed_round_reads_as_written(recorded: Path) -> None:
    """Any hand can be reconstructed; times are local, every step has row and clause.

    Source: journal/FORMAT.
    """
    text = "\n".join(hand.as_text(story(recorded, 2), BOSTON)) + "\n"

    assert text == GOLDEN.read_text(encoding="utf-8"), text


def test_every_step_names_a_clause_of_the_ledger(recorded: Path) -> None:
    """controller/README 1.4."""
    for number in (1, 2, 3):
        for told in story(recorded, number).told:
            assert ledger.exists(told.clause), told.text
            assert all(ledger.exists(x.clause) for x in told.lines if x.clause)


def test_no_card_is_told_before_the_row_that_turned_it(recorded: Path) -> None:
    """journal/FORMAT: a card that lies face down shows as a back, also to auditors."""
    told = story(recorded, 2).told
    turned = next(n for n, t in enumerate(told) if t.text == "Hole card turned")
    placed = next(n for n, t in enumerate(told) if t.text.startswith("DEAL OK"))

    assert "Jh" not in str(told[:turned])
    assert "Jh" in str(told[turned])
    assert not [face for face in ("8c", "6d", "Ks", "5h", "7c", "8s") if face in str(told[:placed])]
    assert all(t.snapshot.dealer_hand.cards[1:] == ("back",) for t in told[placed:turned])


def test_times_are_the_tables_own_wherever_the_record_is_read(recorded: Path) -> None:
    """The auditor's machine may stand elsewhere: the zone is in the opening record."""
    with open_reader(recorded) as reader:
        opening = rules_in(reader)

    assert zone_of(opening) == BOSTON
    for text in ("", "[table", '[table]\ntimezone = "Mars/Base"', "[table]\ntimezone = 3"):
        assert zone_of(replace(opening, configuration=text)) is None


def test_an_unfinished_round_is_told_as_far_as_it_got(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    with shift(path) as on:
        on.opened().lit(2, 3)
        on.draw("8c 6d As 7d 5h 9c")
        on.press("act1")
        now = story(path, 1)

    assert not now.closed
    assert "not signed yet" in "\n".join(hand.as_text(now, BOSTON))
    assert now.told[-1].text == "DEAL OK, boxes 2 3"
    assert "9c" not in str(now)


def test_the_last_ten_rounds_are_listed_newest_first(tmp_path: Path) -> None:
    """journal/FORMAT: the last 10 rounds including the unfinished one are always recallable."""
    path = tmp_path / "table.journal"
    with shift(path) as on:
        on.opened()
        for n in range(11):
            suit, other = "shdc"[n % 4], "cdhs"[n % 4]
            on.lit(1)
            on.draw(f"K{suit} 9{suit} K{other} 8{other}")
            on.press("act1")
            on.press("act7")
            on.put(cmd.LayoutCleared(), after_ms=3000)

    with open_reader(path) as reader:
        lines = recent_rounds(reader)
    assert [line.no for line in lines] == list(range(12, 2, -1))
    assert [line.state for line in lines] == ["open", *["settled"] * 9]
    assert (lines[0].text, lines[1].text) == ("0 cards", "dealer 17")


def test_irregularities_stand_in_the_list_of_rounds(recorded: Path) -> None:
    with open_reader(recorded) as reader:
        notes = {line.no: line.note for line in recent_rounds(reader)}

    assert "ten found" in notes[2]
    assert notes[1] == ""


def test_one_box_is_told_with_the_table_and_without_the_others(recorded: Path) -> None:
    whole = story(recorded, 2)
    one = hand.only_box(whole, 3)

    assert {t.box for t in one.told} == {0, 3}
    assert {p.box for p in one.payments} == {3}
    assert "Box 4:" not in "\n".join(hand.as_text(one, BOSTON))
    assert [t.no for t in one.told] != list(range(1, len(one.told) + 1))


def test_payments_are_told_with_odds_and_cents(recorded: Path) -> None:
    lines = [x.text for t in story(recorded, 1).told for x in t.lines]

    assert "Box 7, match: paid 4 to 1, $20.00" in lines
    assert "Box 5, wager: paid 3 to 2, chips not counted" in lines
    assert "Box 5, Bonus Spin: paid, $50.00 (50)" in lines


def test_the_wagers_are_told_as_the_first_card_closed_them(recorded: Path) -> None:
    """MA 5.d: also those that stayed from the round before, which no tap set."""
    first = next(t for t in story(recorded, 2).told if t.text.startswith("Card 1 of"))

    assert [x.text for x in first.lines] == [
        "Box 1: wager chips not counted",
        "Box 3: Bonus Spin $5.00; wager chips not counted",
        "Box 4: wager chips not counted; match chips not counted",
    ]
    assert {x.clause for x in first.lines} == {"MA 5.d"}


def test_who_ruled_stands_beside_the_ruling(recorded: Path) -> None:
    texts = [t.text for t in story(recorded, 2).told]

    assert "Ruled: REMOVED AS APPROVED (torn, boxed), by M. Okafor, floorperson" in texts
    assert any(t.startswith("Told by badge: R. Vance, casino supervisor") for t in texts)


def test_splits_unread_cards_and_devices_are_told(tmp_path: Path) -> None:
    """What followed stands under the step that it followed from, each with its clause."""
    path = tmp_path / "table.journal"
    with shift(path) as on:
        unlucky(on.opened())
    told = {t.text: t for t in story(path, 1).told}

    assert [x.text for x in told["Match wagers settled"].lines] == [
        "Box 1, match: taken, chips not counted",
        "Reader: no blackjack",
        "Box 1 to act, 16",
        "To say: Sixteen",
    ]
    assert told["Hole card at the reader"].lines == ()
    assert told["{9s} to box 1, first hand, total 17"].clause == "MA 10.b"
    assert [x.text for x in told["Shuffler connected"].lines] == ["Closed: Shuffler lost"]
    assert told["A card left the shoe unread"].flag
    assert "Ruled: ENTER CARD ({5c}), by M. Okafor, floorperson" in told
    assert "{Kc} to box 3, total 26, over 21" in told
    assert "{2h} to the dealer, total 17" in told


def test_a_question_that_stops_the_table_later_is_told_where_it_does(tmp_path: Path) -> None:
    """An amber question turns red at the settlement (console/README 4)."""
    path = tmp_path / "table.journal"
    with shift(path) as on:
        on.opened().lit(1, 3)
        on.draw("8c 6d 7d 9h 7c Js")
        on.press("act1")
        on.draw("2d Ks")
        on.put(cmd.Turned())
    told = story(path, 1).told

    asked = next(t for t in told if any(x.text.startswith("Open: Last card") for x in t.lines))
    held = next(t for t in told if any(x.text.startswith("Held: Last card") for x in t.lines))
    assert asked.row < held.row


def test_json_holds_the_layout_at_every_step(recorded: Path) -> None:
    told = json.loads(hand.as_json(story(recorded, 2)))["told"]

    last = next(t for t in told if t["text"] == "Hole card turned")
    assert last["snapshot"]["dealer_hand"]["cards"] == ["7d", "Jh"]
    assert last["payments"][0]["clause"]


def test_steps_for_the_floors_page_are_numbered_and_flag_holds(recorded: Path) -> None:
    with open_reader(recorded) as reader:
        steps = round_steps(reader, 2)

    assert [s.no for s in steps] == list(range(1, len(steps) + 1))
    flagged = [s.text for s in steps if s.flag]
    assert any(t.startswith("{Th} left the shoe") for t in flagged)
    assert any(t.startswith("Ruled:") for t in flagged)
    assert any(t.startswith("Refused:") for t in flagged)
    assert {s.box for s in steps if s.text.startswith("{4d}")} == {1}


def test_a_round_that_is_not_there_has_no_steps(recorded: Path) -> None:
    with open_reader(recorded) as reader:
        assert round_steps(reader, 99) == ()
        assert round_story(reader, 99) is None


def test_a_round_is_told_as_recorded_where_this_software_decides_otherwise(
    evening: Path, tmp_path: Path
) -> None:
    """The record is the truth: the text is the recorded outcome, the row is named below."""
    stood = next(t for t in story(evening, 2).told if t.text == "Match wagers settled")
    refused = Outcome("refused", "MA 7.e", "Not now")
    forge(
        evening,
        tmp_path / "forged",
        at_row(stood.row, lambda r: type(r)(r.stamped, refused)),
    )

    told = story(tmp_path / "forged", 2)
    assert told.differs == (stood.row,)
    assert next(t for t in told.told if t.row == stood.row).text.startswith("Refused:")
    assert f"Row {stood.row}" in "\n".join(hand.as_text(told, BOSTON))


@pytest.mark.parametrize("play", [played, disputed])
def test_a_closed_round_ends_with_the_row_that_cleared_it(tmp_path: Path, play: object) -> None:
    path = tmp_path / "table.journal"
    with shift(path) as on:
        on.opened()
        play(on)  # type: ignore[operator]
        on.put(cmd.LayoutCleared(), after_ms=3000)
        on.put(cmd.BoxSet(box=2, lit=True))

    last = story(path, 1).told[-1]
    assert last.text == "Cards picked up, round closed"
    assert story(path, 2).told[0].row == last.row
    assert [t.text for t in story(path, 2).told] == ["Layout cleared", "Box 2 in"]
