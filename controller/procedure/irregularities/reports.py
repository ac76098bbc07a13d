"""What people report, of whom and when: each report raises its kind (console/README 5).

A report never moves a card or a chip by itself; what follows is ruled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.queries import calls, continuous, places, target
from controller.procedure.reducers.play.phase import BEFORE_DECISIONS, match_due, peek_due
from controller.procedure.state.context import NO_ANSWER, Context, Refuse, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.rules.pack.sections.irregularity import kind_named

Of = Literal["table", "box", "hand"]
DECIDING = ("deciding", "turn_due")
PLAYED = (*DECIDING, "dealer_plays")
DEALER_RANK = cmd.RANKS[0]
DEALER = 0
"""The box that stands for the dealer's own cards."""


class Report(Struct, frozen=True):
    """One line of the menu. `open` says for which boxes or hands it can be true now."""

    kind: str
    label: str
    of: Of
    open: Callable[[Play, House], tuple[tuple[int, int], ...]]
    rank: str = "dealer"
    of_card: bool = False
    """About a card: the last one, until a person names another."""


def on_table(play: Play) -> bool:
    return places.begun(play)


def _hands(play: Play, fits: Callable[[Hand], bool]) -> tuple[tuple[int, int], ...]:
    return tuple((h.box, h.number) for h in play.hands if not h.dead and fits(h))


def _once(true: bool) -> tuple[tuple[int, int], ...]:
    return ((0, 0),) if true else ()


def _boxes(play: Play) -> tuple[tuple[int, int], ...]:
    dealt = {h.box for h in play.hands if not h.dead} or set(play.boxes if play.dealt else ())
    return tuple((box, 1) for box in sorted(dealt))


def anywhere(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    return _once(play.opening == "open")


def with_cards(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    return _once(on_table(play))


def with_decks(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    """Between rounds, too: it is found when the cards are picked up or shuffled."""
    return _once(play.opening == "open" and play.decks != "none")


def boxes_dealt(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    return _boxes(play) if play.round != "settled" else ()


def boxes_paid(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    """A dead hand's too: what goes back can be paid wrongly like any other."""
    dealt = sorted({h.box for h in play.hands})
    return tuple((box, 1) for box in dealt) if play.round == "settled" else ()


def boxes_matched(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    """While match wagers are settled: where one lies. Of a shared box FLOOR says whose."""
    if play.round != "match_due":
        return ()
    there = [x.box for x in match_due(play, house)]
    return tuple((box, 1) for box in there if there.count(box) == 1)


def boxes_bet(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    """Before the deal: chips lie there, and no card does."""
    bets = play.opening == "open" and play.round == "wagering" and not play.dealt
    return tuple((box, 1) for box in sorted(play.boxes)) if bets else ()


def seats(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    """Between rounds: of any box, whether the player has bet or not."""
    between = play.opening == "open" and play.round in ("wagering", "settled") and not play.dealt
    return tuple((box, 1) for box in range(1, house.boxes + 1)) if between else ()


def passed_over(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    """Hands that are done and were not over: noticed at the turn at the earliest, mostly.

    Under a true Blackjack of the dealer nobody is asked (MA 7.i~5), and one of a player's own
    leaves nothing to ask.
    """
    over = play.peek and play.peek_given
    if over or play.round not in (*PLAYED, "settled"):
        return ()

    def fits(hand: Hand) -> bool:
        worth = target.value(house, hand)
        return target.may_be_missed(hand) and not worth.bust and not worth.blackjack

    return _hands(play, fits)


def drawn_to(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    return _hands(play, lambda h: len(h.cards) > 2) if play.round in PLAYED else ()


def read_cards(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    """A card of a hand, or one of the dealer's that lies face up."""
    if play.round not in (*BEFORE_DECISIONS, *PLAYED, "settled"):
        return ()
    shown = any(s.face is not None for s in play.dealer)
    return (*_hands(play, lambda h: bool(h.cards)), *((DEALER, 0),) * shown)


def insured(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    """It was to be collected with the answer or the disclosure, and is said to lie there still."""
    taken = any((p.kind, p.direction) == ("insurance", "take") for p in play.payments)
    told = any(i.kind == "insurance_unpaid" and not i.round for i in play.irregularities)
    return _once(taken and not told and play.round != "settled")


def cut_stands(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    if continuous.deals(play, house):
        return ()
    in_shoe = play.shoe == "burn_due" or (play.shoe == "ready" and not on_table(play))
    return _once(play.cut == "placed" or (in_shoe and play.drawn <= 1))


def shuffled_now(play: Play, _: House) -> tuple[tuple[int, int], ...]:
    return _once(play.opening == "open" and play.shoe == "empty")


def reader_silent(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    waits = play.round in ("insurance", "peek_due") and peek_due(play, house)
    return _once(waits and play.variant == "hole_card_reader" and play.peek is None)


REPORTS: tuple[Report, ...] = (
    Report("hand_not_asked", "NOT ASKED", "hand", passed_over),
    Report("unwanted_card", "WANTED NO CARD", "hand", drawn_to),
    Report("card_misread", "CARD READ WRONGLY", "hand", read_cards, of_card=True),
    Report("cleared_early", "CLEARED TOO EARLY", "hand", lambda p, _: _hands(p, bool)),
    Report("wager_altered", "WAGER ALTERED", "box", boxes_dealt),
    Report("wager_late", "WAGER LATE", "box", boxes_dealt),
    Report("match_wrong", "MATCH WRONG", "box", boxes_matched, of_card=True),
    Report("wrong_total", "WRONG TOTAL SAID", "box", boxes_dealt),
    Report("chips_knocked", "CHIPS KNOCKED OVER", "box", boxes_bet),
    Report("player_removed", "PLAYER REMOVED", "box", seats, "floorperson"),
    Report("player_gone", "PLAYER GONE", "box", boxes_dealt, "floorperson"),
    Report("paid_wrong", "PAID WRONG", "box", boxes_paid, "floorperson"),
    Report("insurance_unpaid", "INSURANCE STILL LIES", "table", insured),
    Report("reader_fault", "READER GIVES NO ANSWER", "table", reader_silent),
    Report("cards_stuck", "TWO CARDS STUCK", "table", with_cards),
    Report("not_from_shoe", "CARD NOT FROM SHOE", "box", boxes_dealt),
    Report("card_off_table", "CARD OFF THE TABLE", "table", with_cards),
    Report("card_damaged", "CARD DAMAGED OR MARKED", "table", with_decks),
    Report("cut_in_doubt", "CUT IMPROPER", "table", cut_stands),
    Report("shuffle_exposed", "CARD SHOWN IN SHUFFLE", "table", shuffled_now),
    Report("evacuation", "EVACUATION", "table", anywhere),
)
"""In the order of the menu. A ruling that nobody has a word for is asked with FLOOR."""


def find(kind: str) -> Report | None:
    return next((r for r in REPORTS if r.kind == kind), None)


def why_not(play: Play, house: House, item: cmd.Reported) -> Why:
    report = find(item.what)
    if report is None:
        return house.no("no_report")
    if not house.at_least(item.rank, report.rank):
        word = getattr(house.pack.words, report.rank).value
        return house.no("rank", rank=word)
    item = named(item)
    if told(play, item.what, item.box, item.hand):
        return house.no("told_already")
    if (item.box, item.hand) not in report.open(play, house):
        return house.no("not_now")
    return None


def named(item: cmd.Reported) -> cmd.Reported:
    """A box that is named without a hand: its first."""
    return item if item.hand or not item.box else replace(item, hand=1)


def told(play: Play, kind: str, box: int, hand: int) -> bool:
    """Whether the same report of the same hand is open: it is ruled once.

    A hand of an earlier round was another; who was removed from a seat is the same.
    """
    report = find(kind)
    of_round = bool(box) and report is not None and report.open is not seats
    return any(
        (i.kind, i.box, i.hand, i.status) == (kind, box, hand, "raised")
        and not (of_round and i.round)
        for i in play.irregularities
    )


def offered(play: Play, house: House, report: Report) -> tuple[tuple[int, int], ...]:
    """For which boxes or hands it can be true now and is not told yet; none without a record."""
    if play.manual.aside_since:
        return ()
    found = report.open(play, house)
    return tuple((b, h) for b, h in found if not told(play, report.kind, b, h))


def offered_of(play: Play, house: House, kind: str) -> tuple[tuple[int, int], ...]:
    report = find(kind)
    return () if report is None else offered(play, house, report)


def enter(c: Context) -> None:
    assert isinstance(c.input, cmd.Reported)
    refuse(why_not(c.play, c.house, c.input))
    item = named(c.input)
    about = NO_ANSWER if item.what == "reader_fault" else ""
    call = calls.open_call(c.play) if item.rank == DEALER_RANK else None
    told = c.raise_(
        kind_named(item.what), card=_card(c, item), box=item.box, hand=item.hand, about=about
    )
    if call is not None and not call.answers:
        # The report says what the call is for: one matter, one amber; who comes for it is known.
        c.put(replace(told, notices=call.notices))
        c.put(replace(call, ruling=calls.REPORTED, ruled_by=item.by, status="carried_out"))


def _card(c: Context, item: cmd.Reported) -> Slot | None:
    """The card that a report of a wrong reading is about: the last, unless another is named."""
    report = find(item.what)
    if report is None or not report.of_card:
        return None
    if item.box == DEALER:
        return [s for s in c.play.dealer if s.face is not None][-1]
    at = target.find(c.play, item.box, item.hand)
    if at is None:
        raise Refuse(*c.house.no("no_hand", box=item.box))
    return c.play.hands[at].cards[-1]


def touched(c: Context, item: cmd.CardsTouched) -> None:
    if told(c.play, "touched", item.box, 0):
        refuse(c.house.no("told_already"))
    c.raise_("touched", box=item.box, about=c.play.dealer_name)
