"""Notices of the opening checklist: which values they must show (MA 6.b, 7.i; MD 2.B; CA)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.next_step import next_step
from controller.procedure.queries import checklist
from controller.rules.pack import names, parse, read
from tests.kit.checking import CA, MA, MD, attest, attest_all_but, checking, open_keys, said, texts
from tests.kit.evening import Evening, house
from tests.kit.filed import filed


@pytest.mark.clause("MA 6.b.2~2")
def test_match_wager_waits_until_its_posted_maximum_is_attested() -> None:
    evening = checking(MA, match_max_cents=2500)
    attest_all_but(evening, "match_max_notice")
    refused = evening.put(cmd.WagerSet(box=1, kind="match", on=True, cents=500))
    asked = texts(evening)["match_max_notice"]

    attest(evening, "match_max_notice")

    assert refused.verdict == "refused"
    assert asked == "Match maximum posted: $25"
    assert said(evening, "match_max_notice") == [(True, "M. Okafor")]
    assert evening.play.opening == "open"


@pytest.mark.clause("MA 7.i~6")
@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("hole_card_reader", "Notice of dealing posted: hole card and card reader"),
        ("hole_card", "Notice of dealing posted: hole card"),
        ("no_hole_card", None),
    ],
)
def test_notice_of_the_hole_card_is_asked_where_the_table_is_dealt_with_one(
    variant: str, text: str | None
) -> None:
    evening = checking(MA, variant=variant)
    attest_all_but(evening, "variant_notice")

    without = evening.play.opening

    assert texts(evening).get("variant_notice") == text
    assert without == ("open" if text is None else "checking")


def test_notice_is_due_again_before_the_next_round_when_the_reader_goes_out_of_service() -> None:
    """7.i~6: the notice must fit the variant now dealt; the running round is finished."""
    evening = Evening(house(MA)).opened().lit(1)
    evening.draw("5h 9d 7s 8d")
    evening.floor(cmd.OutOfService(device="reader", out=True))
    running = evening.play.opening
    evening.press("act1")
    evening.press("act1")
    evening.press("act7")
    evening.draw("4c")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    refused = evening.put(cmd.BoxSet(box=3, lit=True))
    due = evening.play.opening, open_keys(evening)
    evening.press("act1")

    assert running == "open"
    assert due == ("checking", ["variant_notice"])
    assert refused.verdict == "refused"
    assert evening.play.opening == "open"
    assert evening.put(cmd.BoxSet(box=3, lit=True)).verdict == "accepted"


@pytest.mark.clause("CA dealing.11")
def test_sign_of_another_fee_schedule_keeps_the_table_closed() -> None:
    """Game, limits and fees on the sign must equal the schedule in force."""
    evening = checking(CA, fee_schedule=2, main_min_cents=500)
    asked = texts(evening)["sign"]
    other = asked.replace("schedule 2", "schedule 3")
    attest_all_but(evening, "sign")

    attest(evening, "sign", shows=other)
    refused = evening.put(cmd.AllAsListed())
    wrong = evening.play.opening
    attest(evening, "sign", shows=asked)

    assert asked.startswith("Sign: Pure Spanish 21.5, $5 to $500; schedule 2: to $50: $1")
    assert refused.clause == "CA dealing.11"
    assert wrong == "checking"
    assert evening.play.opening == "open"


@pytest.mark.clause("CA limits.notice-2")
def test_rates_that_are_not_posted_keep_the_table_closed() -> None:
    evening = checking(CA)
    attest_all_but(evening, "fees_notice")

    unticked = evening.play.opening
    attest(evening, "fees_notice")

    assert unticked == "checking"
    assert evening.play.opening == "open"


@pytest.mark.clause("MD 2.B")
def test_layout_needs_the_reference_of_its_approval() -> None:
    """Asked for, its absence logged as a refusal, and kept for the next opening."""
    evening = Evening(house(MD))
    evening.put(cmd.TableOpened(dealer="Dana R."))

    refused = evening.put(cmd.AllAsListed())
    step = next_step(evening.state, evening.house)
    evening.floor(cmd.LayoutReferenced(reference="LA-2026-17"))
    evening.put(cmd.AllAsListed())

    assert refused.text == "First the reference, in writing"
    assert step.text == "Layout reference. Floor"
    assert texts(evening)["layout"] == "Layout as approved, LA-2026-17"
    assert evening.play.day.layout_reference == "LA-2026-17"
    assert said(evening, "layout") == [(True, "dealer")]


@pytest.mark.clause("MD 2.B.6")
def test_offered_wager_without_a_notice_is_named() -> None:
    evening = checking(MD, bonus_spin="progressive", paytable_100="A", prize_a_cents=100_000)
    offered = [key for key in open_keys(evening) if key.startswith("odds.")]

    attest_all_but(evening, "odds.bonus spin")

    assert offered == ["odds.main", "odds.insurance", "odds.match", "odds.bonus spin"]
    assert [k for k in open_keys(evening) if k != checklist.READER] == ["odds.bonus spin"]
    assert evening.play.opening == "checking"


@pytest.mark.clause("MD 2.B.6.a", "MD 2.B.6.b")
def test_payout_limit_is_asked_where_the_odds_stand_on_a_sign_only() -> None:
    """A posted limit that differs from the pack's is a mismatch."""
    on_layout = checking(MD)
    on_sign = checking(MD, odds_on="sign", payout_limit_cents=5_000_000)
    asked = texts(on_sign)["payout_limit_notice"]

    attest(on_sign, "payout_limit_notice", shows=asked.replace("$50,000", "$40,000"))
    mismatch = said(on_sign, "payout_limit_notice")
    attest(on_sign, "payout_limit_notice", shows=asked)

    assert "payout_limit_notice" not in texts(on_layout)
    assert asked == "Sign: payout limit per hand $50,000"
    assert mismatch == [(False, "M. Okafor")]
    assert said(on_sign, "payout_limit_notice") == [(True, "M. Okafor")]


@pytest.mark.parametrize(
    ("old", "new", "clauses"),
    [
        pytest.param(
            'blackjack = { value = "3:2"',
            'blackjack = { value = "6:5"',
            ("MD 2.B.3.a", "MD 12.A.2"),
            marks=pytest.mark.clause("MD 2.B.3", "MD 2.B.3.a"),
        ),
        pytest.param(
            'insurance = { value = "2:1"',
            'insurance = { value = "3:1"',
            ("MD 2.B.3.b", "MD 8.E"),
            marks=pytest.mark.clause("MD 2.B.3", "MD 2.B.3.b"),
        ),
    ],
)
def test_pack_whose_odds_are_not_those_on_the_layout_is_refused(
    old: str, new: str, clauses: tuple[str, str]
) -> None:
    text = read(MD)
    assert old in text

    with pytest.raises(Exception, match="inscription") as refused:
        parse(text.replace(old, new), "maryland")

    assert all(clause in str(refused.value) for clause in clauses)


@pytest.mark.parametrize("pack", names())
def test_list_says_when_the_shoes_lock_opens_and_what_is_tried(pack: str) -> None:
    """The line of the lock only where one is on (`shoe_lock`), with its `lock_release_s`."""
    on = filed(pack, **{"shoe.lock": "on"})
    plain = texts(checking(pack))
    locked = texts(Evening(on).open_table(before=cmd.AllAsListed))

    assert plain["self_test"] == "Lamp, sound, keys, screen and clock"
    assert "shoe_lock" not in plain
    assert locked["shoe_lock"] == "The shoe's lock opens 3 s after its link is lost"
