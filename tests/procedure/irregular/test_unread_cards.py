"""Cards not read, not known, one too many, and cards drawn while the table is held."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.context import CannotOpen
from controller.rules import pack as packs
from tests.kit.evening import Evening, house


def dealt(cards: str, *boxes: int) -> Evening:
    evening = Evening().opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening


@pytest.mark.clause("MA house.card-not-read")
def test_card_not_read_for_a_hand_is_entered_by_the_floorperson() -> None:
    evening = dealt("2c 9s Kh 8d", 3)

    evening.unread()
    assert evening.held == "card_not_read"
    bad = evening.rule("enter_card", reason="a nine")
    evening.rule("enter_card", reason="8C")

    assert bad.clause == "MA house.card-not-read"
    assert evening.hand(3) == ["2c", "Kh", "8c"]
    assert evening.held == ""


def test_card_not_read_when_none_is_due_waits_as_the_next_one_once_it_is_entered() -> None:
    """Every hand is finished and the hole card is down: the dealer's hand takes it."""
    evening = dealt("Kc Kd 6c 9h 9d 8d", 3, 4)
    assert evening.play.round == "turn_due"
    evening.reading(fact.CardNotRead, "shoe")

    said = evening.rule("enter_card", reason="4h")
    waits = evening.play.pending
    evening.press("act7")

    assert said.verdict == "accepted"
    assert waits is not None
    assert [s.face for s in evening.play.dealer][:3] == ["6c", "8d", "4h"]


@pytest.mark.parametrize(("seen", "ruling"), [("SEEN", "aside"), ("NOT SEEN", "next_card")])
@pytest.mark.parametrize("pack", ["massachusetts", "maryland"])
def test_card_not_read_before_the_check_is_asked_about_once_it_is_entered(
    pack: str, seen: str, ruling: str
) -> None:
    """MA 15.c, 15.d; MD 13.E, 13.F: seen, it is offered in order; unseen, it is the next card."""
    e = Evening(house(pack, **{"deal.variant": "hole_card_reader"})).opened().lit(3, 4)
    e.draw("2c 3c Kd 4h 9d 8d")
    e.press("act1")
    assert e.play.round == "peek_due"
    e.reading(fact.CardNotRead, "shoe")
    e.rule("enter_card", reason="4s")
    kinds, waits = [i.kind for i in e.open], e.play.pending

    e.answer("seen", seen, rank="casino_supervisor")
    e.rule(ruling, rank="casino_supervisor", reason="as it lay")
    e.peek(False)

    assert (kinds, waits) == (["draw_with_peek_due"], None)
    assert e.play.pending is not None
    assert (e.play.pending.face == "4s") is (seen == "SEEN")
    assert next_step(e.state, e.house).text == (
        "Box 3 takes 4♠?" if seen == "SEEN" else "Next card lies aside"
    )


@pytest.mark.clause("MA house.card-not-read")
def test_no_card_left_the_shoe_leaves_the_next_card_due() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    drawn = evening.play.drawn

    evening.unread()
    evening.rule("no_card")
    evening.draw("8c")

    assert evening.play.drawn == drawn + 1
    assert evening.hand(3) == ["2c", "Kh", "8c"]


@pytest.mark.clause("MA house.card-not-read")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_card_not_read_in_the_deal_is_entered_and_the_deal_goes_on(place: int) -> None:
    evening = Evening().opened().lit(3)
    cards = ["2c", "9s", "Kh", "8d"]
    for n, code in enumerate(cards):
        if n == place:
            evening.unread()
            evening.answer("down", "NO")
            evening.rule("enter_card", reason=code)
        else:
            evening.draw(code)

    evening.press("act1")

    assert evening.hand(3) == ["2c", "Kh"]
    assert evening.play.dealer[0].face == "9s"


@pytest.mark.clause("MA house.card-not-read")
def test_hole_card_not_read_stays_down_and_is_asked_at_the_turn() -> None:
    evening = Evening().opened().lit(3)
    evening.draw("9c 9s 9h")
    evening.unread()
    evening.answer("down", "YES")
    evening.rule("play_on")
    evening.press("act1")

    evening.press("act7")
    assert evening.held == "cannot_open"
    evening.rule("enter_card", reason="8d")
    evening.press("act7")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert evening.play.round == "settled"


@pytest.mark.clause("MA house.card-not-read")
def test_card_whose_seal_does_not_open_is_looked_at_and_used() -> None:
    """Never guess: a face that the vault cannot open is read out by a person."""
    evening = dealt("2c 9s Kh 8d", 3)
    evening.vault = Shut()

    evening.draw("8c")
    assert evening.held == "cannot_open"
    assert evening.hand(3) == ["2c", "Kh"]
    evening.rule("enter_card", reason="8c")

    assert evening.hand(3) == ["2c", "Kh", "8c"]
    assert evening.play.drawn == 6


class Shut:
    """A vault without its key."""

    def open(self, card: int, seal: object) -> tuple[str, bytes]:
        raise CannotOpen(card)

    def ask(self, question: str, cards: object, counts: object) -> bool:
        raise CannotOpen(0)


def test_burn_card_that_the_vault_cannot_open_is_no_hold() -> None:
    evening = Evening()
    evening.open_table()
    evening.shuffled()
    evening.vault = Shut()

    assert evening.draw("9c").raised == ()
    assert evening.play.shoe == "ready"


@pytest.mark.clause("MA house.card-not-read")
def test_face_is_entered_only_for_a_card_that_was_not_read() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    hole = evening.play.dealer[1].id

    refused = evening.floor(cmd.CardEntered(card=hole, face="As"))

    assert (refused.verdict, refused.clause) == ("refused", "MA house.last-card")


@pytest.mark.clause("MA house.card-not-read")
def test_unread_hole_card_is_not_looked_at_before_its_turn() -> None:
    """`Hole unread: leave it down`, asked at the turn only (console/README 3)."""
    evening = Evening().opened().lit(3)
    evening.draw("9c 9s 9h")
    evening.unread()
    evening.answer("down", "YES")
    evening.rule("play_on")
    evening.press("act1")
    hole = evening.play.dealer[1].id

    ahead = evening.floor(cmd.CardEntered(card=hole, face="8d"))
    evening.press("act7")
    text = evening.floor(cmd.Ruled(irr=evening.asked.id, ruling="enter_card", face="what"))
    evening.floor(cmd.Ruled(irr=evening.asked.id, ruling="enter_card", face="8d"))
    evening.press("act7")

    assert ahead.verdict == "refused"
    assert text.clause == "MA house.card-not-read"
    assert evening.play.dealer[1].face == "8d"


@pytest.mark.clause("MA house.card-contradicts")
def test_seventh_copy_of_an_exact_card_holds() -> None:
    evening = dealt("As As 9s As As 8d", 1, 3)
    evening.put(cmd.Split(box=1, hand=1))
    evening.draw("As As")
    assert evening.held == ""

    evening.draw("As")

    assert evening.held == "copy_too_many"
    evening.rule("as_they_lie", reason="looked: six decks and one")
    assert evening.held == ""


@pytest.mark.clause("MA house.card-contradicts")
@pytest.mark.parametrize("ruling", ["remove_card", "enter_card"])
def test_card_of_no_deck_is_removed_or_read_out(ruling: str) -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    assert evening.held == "foreign_card"

    evening.rule(ruling, reason="5d")
    evening.draw("2d")

    right = ["2c", "Kh", "2d"] if ruling == "remove_card" else ["2c", "Kh", "5d", "2d"]
    assert evening.hand(3) == right


# ---- while held ----
@pytest.mark.clause("MA house.order-of-steps")
def test_act_on_the_line_is_acknowledged_by_the_step_that_follows_it() -> None:
    """The burn, and the payment: no key confirms them, the next card does."""
    evening = Evening()
    evening.open_table()
    evening.shuffled()
    evening.lit(3)
    assert next_step(evening.state, evening.house).text == "Burn one first"
    evening.draw("9c")
    assert evening.play.shoe == "ready"
    evening.draw("9h 9s 9d 8d")
    evening.press("act1")
    evening.press("act7")
    assert next_step(evening.state, evening.house).text == "Pay and take"

    evening.draw("2c", after_ms=5000)

    assert evening.play.number == 2
    assert evening.play.round == "dealing"
    assert evening.open == ()


@pytest.mark.parametrize(("seen", "ruling"), [("NOT SEEN", "next_card"), ("SEEN", "aside")])
def test_card_drawn_while_held_waits_for_its_ruling(seen: str, ruling: str) -> None:
    """Seen it is offered and may be refused; unseen it is the next card; it is never the rack's."""
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    evening.draw("4d")
    assert [i.kind for i in evening.open] == ["foreign_card", "drawn_while_held"]
    assert all(e.face != "4d" for _, s in evening.steps for e in s.outcome.exposed)

    evening.rule("remove_card", reason="x")
    assert evening.rule("next_card").verdict == "refused"
    evening.answer("seen", seen)
    evening.rule(ruling)

    assert evening.held == ""
    assert evening.play.pending is not None
    assert (evening.play.pending.face is None) == (seen == "NOT SEEN")
    refuses = evening.offered("act5")
    assert isinstance(refuses and refuses.command, cmd.OfferAnswered) == (seen == "SEEN")
    evening.press("act2")
    assert evening.hand(3) == ["2c", "Kh", "4d"]


def test_held_table_refuses_every_command_but_reports_and_rulings() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")

    refused = evening.put(cmd.Next(box=3, hand=1))

    assert (refused.verdict, refused.clause) == ("refused", "MA house.card-contradicts")
    assert evening.put(cmd.FloorCalled()).verdict == "accepted"


def test_card_drawn_while_held_after_the_turn_is_the_dealers_or_the_racks() -> None:
    evening = dealt("9c 9s 9h 2d", 3)
    evening.press("act7")
    evening.draw("Kd-")
    evening.draw("4d")
    evening.rule("remove_card", reason="x")

    evening.answer("seen", "NOT SEEN")
    evening.rule("next_card")

    assert [s.face for s in evening.play.dealer] == ["9s", "2d", "4d"]


def test_void_puts_cards_that_wait_for_a_ruling_into_the_rack() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    evening.draw("4d")
    drawn = evening.play.drawn

    evening.floor(cmd.RoundVoided(reason="x"), rank="casino_supervisor")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert evening.open == ()
    assert evening.play.racked == drawn


def test_cover_card_out_of_place_is_noted() -> None:
    evening = Evening()
    evening.open_table()

    outcome = evening.reading(fact.CoverCardSeen, "shoe")

    assert [r.kind for r in outcome.raised] == ["cover_card_late"]
    assert evening.rule("continue").verdict == "accepted"


def test_opened_shoe_is_noted_while_it_holds_cards() -> None:
    evening = Evening().opened()

    assert [r.kind for r in evening.reading(fact.ShoeOpened, "shoe").raised] == ["shoe_opened"]


@pytest.mark.clause("MA house.ruling-needs")
def test_ruling_is_refused_when_it_is_not_among_them_or_is_ruled_already() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.draw("Kd-")
    name = evening.open[0].id

    foreign = evening.rule("burn")
    low = evening.floor(cmd.Ruled(irr=name, ruling="remove_card", reason="x"), rank="dealer")
    assert evening.rule("remove_card", reason="x").verdict == "accepted"
    twice = evening.floor(cmd.Ruled(irr=name, ruling="remove_card", reason="x"))
    nobody = evening.floor(replace(cmd.Notified(irr=name, whom="x", role="pit boss"), irr=name))

    assert [o.verdict for o in (foreign, low, twice, nobody)] == ["refused"] * 4


@pytest.mark.parametrize("pack", ["massachusetts", "maryland"])
def test_unread_card_on_a_seventeen_may_still_be_the_next_hands(pack: str) -> None:
    """The card that was entered asks whose it is; BOX 3 was lit and refused as held."""
    e = Evening(house(pack)).opened().lit(2, 3)
    e.draw("9c 8s 7d 8d 6c 9s")
    e.press("act1")
    e.unread()
    e.rule("enter_card", reason="5c")
    assert [i.kind for i in e.open] == ["whose_card"]

    outcome = e.rule("next_hand")

    assert outcome.verdict == "accepted"
    assert (e.hand(2), e.hand(3)) == (["9c", "8d"], ["8s", "6c", "5c"])
    assert e.open == ()


@pytest.mark.parametrize("pack", packs.names())
def test_deal_with_a_card_that_nobody_has_read_shows_no_other_card(pack: str) -> None:
    """Taken for the hole card it proves to lie in the box: a person looks before any is opened."""
    evening = Evening(house(pack)).opened()
    if evening.house.pack.deal.bank.value == "player_dealer":
        evening.put(cmd.BankSet(box=4, on=True))
    evening.lit(3)
    evening.draw("9c 9s")
    evening.unread()
    evening.answer("down", "YES")
    evening.rule("play_on")
    evening.draw("9h")

    outcome = evening.put(cmd.DealOk(boxes=(3,)))

    assert [r.kind for r in outcome.raised] == ["cannot_open"]
    assert outcome.exposed == ()
    assert evening.play.hands == ()
