"""How each kind of irregularity comes about while a hole card lies down, at a table without wires.

A cause deals, says and draws until its kind is on record. The rest is listed with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.reducers.play import decisions as play_reducers
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Edit
from controller.table.record import came_to
from tests.kit.entries import amended, entry
from tests.procedure.page.test_hidden_until_placed import Blank, told

HOLES = ("8d", "As", "Td")
"""A total of 17, one of 20, and a ten that nobody has found."""
LOW, HIGH = "9s", "Kc"
"""Up cards: for the one no peek is due, for the other it is."""


class Overheard(Blank):
    """Keeps everything that leaves the table from `deal` on; the hole card is `hole`."""

    def __init__(self, hole: str, at: House) -> None:
        self.hole, self.listening, self.said = hole, False, list[object]()
        super().__init__(at)

    def put(self, item: Any, *, after_ms: int = 1000) -> Any:
        outcome = super().put(item, after_ms=after_ms)
        if self.listening:
            self.said += [item, *told(self), self.state.orders, came_to(self.state)]
        return outcome

    def deal(self, up: str = LOW, first: str = "5h 7c", second: str = "6d 4d") -> Overheard:
        """Boxes 1 and 3, a match wager at 3; confirmed."""
        self.dealt(up, first, second)
        self.press("act1")
        return self

    def dealt(self, up: str = LOW, first: str = "5h 7c", second: str = "6d 4d") -> Overheard:
        boxes = (1, 3)[: len(first.split())]
        self.later().lit(*boxes, main=dict.fromkeys(boxes, 1000))
        self.listening = True
        self.draw(first, up, second, self.hole)
        return self

    def report(self, what: str, box: int = 0, hand: int = 0) -> None:
        self.floor(cmd.Reported(what=what, box=box, hand=hand))

    def stand_all(self) -> None:
        for _ in range(4):
            if self.play.round == "deciding":
                self.put(cmd.Next(box=self.play.hands[0].box if not self.play.hands[0].done else 3))


Cause = Callable[[Overheard], None]


def reported(what: str, box: int = 0, hand: int = 0) -> Cause:
    return lambda e: e.deal().report(what, box, hand)


def reading(kind: type[fact.Reading], device: str, **said: Any) -> Cause:
    def happen(e: Overheard) -> None:
        e.deal().reading(kind, device, **said)

    return happen


def noted(kind: str) -> Cause:
    """As the ledger or the recorder enters it."""

    def happen(e: Overheard) -> None:
        e.deal().put(fact.Noted(kind=kind, about="shoe"))

    return happen


def said(*commands: cmd.Command) -> Cause:
    def happen(e: Overheard) -> None:
        e.deal()
        for command in commands:
            e.put(command)

    return happen


def drawn(*cards: str) -> Cause:
    return lambda e: void(e.deal().draw(*cards))


def void(_: object) -> None:
    return


# ---- in the deal ----
def burn_missed(e: Overheard) -> None:
    e.open_table()
    e.shuffled()
    e.lit(1, 3)
    e.listening = True
    e.draw("5h 7c", LOW, "6d 4d", e.hole)
    e.put(cmd.BurnReported(made=False))


def box_passed(deal_pass: int) -> Cause:
    def happen(e: Overheard) -> None:
        e.later().lit(1, 3)
        e.listening = True
        e.draw(*(("5h 7c", LOW, "6d") if deal_pass == 2 else ("7c", LOW, "4d")), e.hole)
        e.put(cmd.BoxSkipped(box=3 if deal_pass == 2 else 1, deal_pass=deal_pass))
        if deal_pass == 1:
            e.put(cmd.BoxSkipped(box=1, deal_pass=2))
        e.put(cmd.DealOk(boxes=e.play.boxes))

    return happen


def slow(e: Overheard) -> None:
    e.later().lit(1, 3)
    e.listening = True
    e.draw("5h 7c", LOW, "6d 4d")
    e.draw(e.hole, after_ms=30_000)


def dealer_missed(e: Overheard) -> None:
    """The up card is the only card of the dealer's that lies; the one down is a box's, it seems."""
    e.later().lit(1, 3)
    e.listening = True
    e.draw("5h 7c 6d 4d", e.hole)
    e.put(cmd.DealerMissed())


def cards_due(e: Overheard) -> None:
    """Two boxes have cards, three are lit; NEXT by habit, and the deal's pause runs out."""
    e.later().lit(1, 2, 3)
    e.listening = True
    e.draw("5h 7c", LOW, "6d 4d", e.hole)
    e.put(cmd.DealOk())
    e.fire("deal_gap", after_ms=60_000)


# ---- before the decisions ----
def peek_due(e: Overheard) -> None:
    e.deal(HIGH).draw("2c")


def reader_used(e: Overheard) -> None:
    e.deal("7s").peek(False)


def reader_fault(e: Overheard) -> None:
    e.deal(HIGH).reading(fact.ReaderFaulted, "reader", reason="no answer")


def insurance_lies(e: Overheard) -> None:
    e.deal("Ac")
    e.put(cmd.Insured(box=1, on=True, cents=500))
    e.peek(False)
    e.report("insurance_unpaid")


def match_unpaid(e: Overheard) -> None:
    e.later().lit(1, 3, main={1: 1000, 3: 1000}, match={3: 100})
    e.listening = True
    e.draw("5h 7c", LOW, "6d 7d", e.hole)
    e.press("act1")
    e.draw("2c")


def match_wrong(e: Overheard) -> None:
    e.later().lit(1, 3, main={1: 1000, 3: 1000}, match={3: 100})
    e.listening = True
    e.draw("5h 7c", LOW, "6d 7d", e.hole)
    e.press("act1")
    e.report("match_wrong", 3, 1)


def reader_early(e: Overheard) -> None:
    e.later().lit(1, 3, main={1: 1000, 3: 1000})
    e.listening = True
    e.draw("5h 7c", "Ad", "6d 7d", e.hole)
    e.peek(False)
    e.press("act1")


# ---- cards ----
def pushed_back(e: Overheard) -> None:
    """The hole card itself goes back, and comes again."""
    e.later().lit(1, 3, main={1: 1000, 3: 1000})
    e.listening = True
    e.draw("5h 7c", LOW, "6d 7d", e.hole)
    e.reading(fact.CardPushedBack, "shoe")
    e.draw(e.hole)
    e.press("act1")


def not_read(e: Overheard) -> None:
    e.deal().unread()


def in_error(e: Overheard) -> None:
    e.deal(first="Kh", second="8h")
    assert e.play.round == "turn_due"
    e.draw("4c")


def taken_off(what: str, times: int = 1) -> Cause:
    def happen(e: Overheard) -> None:
        e.deal()
        for card in ("2c", "2d")[:times]:
            e.draw(card)
            e.put(cmd.LastCard(what=what))

    return happen


def over_and_back(e: Overheard) -> None:
    """Box 1 went over; the card was box 3's."""
    e.deal(first="Kh 7c", second="6d 4d").draw("9c")
    e.put(cmd.LastCard(what="box"))


def whose(e: Overheard) -> None:
    e.deal(first="Kh 7c", second="7d 4d").draw("2c")


def seven_copies(e: Overheard) -> None:
    e.deal(first="2c 2c", second="2c 2c").draw("2c 2c 2c")


def run_of_a_rank(e: Overheard) -> None:
    e.deal(first="2c 2d", second="2h 2s").draw("2c 2d 2h 2s 3c 2c 2d")
    e.draw("2h 2s 2c 2d")


def second_ten(e: Overheard) -> None:
    e.deal().draw("Th")
    e.answer("ten", "YES")
    e.rule("remove_card")
    e.draw("Tc")


def decks_doubted(e: Overheard) -> None:
    e.deal().draw("Th")
    e.answer("ten", "YES")
    e.rule("burn_card", reason="set aside")


def while_held(e: Overheard) -> None:
    e.deal().draw("Th 4c")


def seat_passed(e: Overheard) -> None:
    e.deal()
    e.put(cmd.Next(box=1, hand=1))
    e.report("hand_not_asked", 1, 1)


def missed(e: Overheard) -> None:
    e.deal()
    e.put(cmd.Next(box=1, hand=1))
    e.put(cmd.MissedDraw(box=1, hand=1))


def unwanted(e: Overheard) -> None:
    e.deal().draw("2c")
    e.report("unwanted_card", 1, 1)


def shoe_empty(e: Overheard) -> None:
    e.deal().floor(cmd.ShoeEmptied())


# ---- devices ----
def hello(**change: int) -> Cause:
    def happen(e: Overheard) -> None:
        e.deal().hello("shoe", "shoe_scanner", moved=5)
        e.hello("shoe", "shoe_scanner", **{"moved": 5, **change})

    return happen


def other_unit(e: Overheard) -> None:
    e.deal()
    for serial in ("S1", "S2"):
        identity = fact.Identity(role="card_reader", serial=serial)
        e.put(fact.DeviceUp(device="reader", boot="b", identity=identity, last_event=0, acked=0))


def sensor(e: Overheard) -> None:
    e.deal()
    for n in range(9):
        e.reading(fact.WagerSensed, "wheel", box=3, on=bool(n % 2), after_ms=50)


def unlocked(e: Overheard) -> None:
    e.later().lit(1, 3)
    e.reading(fact.WagerSensed, "wheel", box=3, on=True)
    e.listening = True
    e.draw("5h 7c", LOW, "6d 4d", e.hole)
    e.press("act1")
    e.put(fact.LevelLate(device="wheel", level="locked", value=1))


def lost(e: Overheard) -> None:
    e.deal().put(fact.DeviceLost(device="shoe", reason="read"))


def cover_early(e: Overheard) -> None:
    e.deal(HIGH).reading(fact.CoverCardSeen, "shoe")


def cover_late(e: Overheard) -> None:
    e.deal(HIGH).reading(fact.CoverCardSeen, "shoe")
    e.peek(False)
    e.reading(fact.CoverCardSeen, "shoe")


def other_discards(e: Overheard) -> None:
    e.deal().reading(fact.CardsTakenIn, "shuffler", cards=9)


def jammed(e: Overheard) -> None:
    e.deal().reading(fact.ShuffleFaulted, "shuffler", order=0, reason="jam")


def controller_fault(e: Overheard) -> None:
    e.deal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_reducers, "give", lambda *_: 1 // 0)
        e.draw("2c")


def amended_away(e: Overheard) -> None:
    e.deal(first="8h 7c", second="8s 4d")
    e.press("act4")
    split = entry(e, cmd.Split)
    e.draw("2c")
    e.press("act1")
    e.draw("3d")
    e.put(cmd.Next(box=1, hand=2))
    amended(e, Edit(split, "instead", ()))


def found_out(item: fact.Fact) -> Cause:
    """Something about the table itself, with the hole card down."""

    def happen(e: Overheard) -> None:
        e.deal().put(item)

    return happen


OTHER_SOFTWARE = fact.SoftwareFound(
    software="4711",
    was="0.1.0 (1f03)",
    now="0.2.0 (9c01)",
    changes=(fact.Change("controller", "0.1.0 1f03", "0.2.0 9c01"),),
)
MA, MD, NH = "massachusetts-bonus-spin", "maryland", "boston-billiard"
CONTINUOUS = "continuous"
"""Maryland with a continuous shuffler."""
CAUSES: dict[str, tuple[str, Cause]] = {
    "alignment_required": (MA, hello(acked=99)),
    "backlog_order": (MA, noted("backlog_order")),
    "burn_missed": (MA, burn_missed),
    "card_damaged": (MA, reported("card_damaged")),
    "card_drawn_in_error": (MA, in_error),
    "card_drawn_in_error_seen": (MA, taken_off("error_seen")),
    "card_misread": (MA, reported("card_misread", 1, 1)),
    "card_not_read": (MA, not_read),
    "card_off_table": (MA, reported("card_off_table")),
    "card_pushed_back": (MA, pushed_back),
    "cards_due": (MA, cards_due),
    "cards_stuck": (MA, reported("cards_stuck")),
    "cleared_early": (MA, reported("cleared_early", 1, 1)),
    "clock_behind": (MA, found_out(fact.ClockStepped(due=9_000_000, found=2_000_000, start=True))),
    "clock_stepped": (MA, found_out(fact.ClockStepped(due=2_000_000, found=9_000_000))),
    "controller_fault": (MA, controller_fault),
    "copy_too_many": (MA, seven_copies),
    "count_differs": (CONTINUOUS, other_discards),
    "cover_card_early": (MA, cover_early),
    "cover_card_late": (MA, cover_late),
    "cover_card_unexpected": (CONTINUOUS, reading(fact.CoverCardSeen, "shoe")),
    "dealer_missed": (MA, dealer_missed),
    "decks_in_doubt": (NH, decks_doubted),
    "device_contradicts_itself": (MA, hello(last_event=1)),
    "device_lost": (MA, lost),
    "draw_with_peek_due": (MA, peek_due),
    "drawn_while_held": (MA, while_held),
    "evacuation": (MA, reported("evacuation")),
    "events_lost": (MA, reading(fact.EventsOverrun, "wheel", lost=1)),
    "face_up_card": (MA, taken_off("face_up")),
    "face_up_card_second": (MA, taken_off("face_up", 2)),
    "foreign_card": (MA, drawn("Kd-")),
    "free_ruling": (MA, said(cmd.FloorCalled())),
    "hand_not_asked": (MA, seat_passed),
    "hand_with_one_card": (MA, box_passed(2)),
    "hand_without_cards": (MA, box_passed(1)),
    "insurance_unpaid": (MD, insurance_lies),
    "late_double": (MA, over_and_back),
    "lock_unconfirmed": (MA, unlocked),
    "match_unpaid": (MA, match_unpaid),
    "match_wrong": (MA, match_wrong),
    "missed_draw": (MA, missed),
    "no_longer_legal": (MA, amended_away),
    "new_unit": (MA, other_unit),
    "not_from_shoe": (MA, reported("not_from_shoe", 1, 1)),
    "other_software": (MA, found_out(OTHER_SOFTWARE)),
    "order_without_cause": (MA, reading(fact.SpinDone, "wheel", order=9, section="50")),
    "player_gone": (MA, reported("player_gone", 1, 1)),
    "reader_early": (MA, reader_early),
    "reader_fault": (MA, reader_fault),
    "reader_used": (MA, reader_used),
    "record_damaged": (MA, noted("record_damaged")),
    "recording_failed": (MA, noted("recording_failed")),
    "sensor_unsteady": (MA, sensor),
    "shoe_empty": (MA, shoe_empty),
    "shoe_opened": (MA, reading(fact.ShoeOpened, "shoe")),
    "shuffler_fault": (CONTINUOUS, jammed),
    "slow_draw": (MA, slow),
    "ten_found": (MA, drawn("Th")),
    "ten_found_second": (MA, second_ten),
    "touched": (MA, said(cmd.CardsTouched(box=1))),
    "unknown_event": (MA, reading(fact.UnknownEvent, "shoe", code=9)),
    "unshuffled_run": (MA, run_of_a_rank),
    "unwanted_card": (MA, unwanted),
    "wager_altered": (MA, reported("wager_altered", 1, 1)),
    "wager_late": (MA, reading(fact.WagerSensed, "wheel", box=3, on=True)),
    "whose_card": (MA, whose),
    "wrong_button": (MA, reading(fact.SeatButtonPressed, "wheel", box=3)),
    "wrong_total": (MA, reported("wrong_total", 1, 1)),
}
"""Kind: the pack under which it comes about, and how."""
NOT_BEFORE_THE_TURN: dict[str, str] = {
    "cannot_open": "a seal is opened at the turn; a broken one of a box is in the same place",
    "chips_knocked": "before a card is dealt",
    "player_removed": "between rounds",
    "cannot_record": "nothing goes on when the record does not",
    "cards_not_gathered": "of a settled round",
    "check_wrong": "the hole card was turned, and its look was wrong",
    "cut_in_doubt": "of cards that are not in play",
    "dealer_drew_too_far": "after the turn",
    "decks_too_old": "of the opening",
    "fees_late": "at the first card, before a hole card",
    "hole_card_shown": "is the report that people have seen it",
    "jackpot": "of a wheel at rest after the round",
    "late_reports": "a count, raised by none",
    "meter_differs": "of a meter stated between rounds",
    "order_in_doubt": "of a spin or shuffle, between rounds",
    "order_withheld": "of a spin, after the round",
    "paid_wrong": "of a settled round",
    "payout_over_limit": "of a settled round",
    "reader_inspection_due": "of the opening",
    "second_card_unannounced": "where there is no hole card",
    "shuffle_exposed": "of cards that are not in play",
    "spin_fault": "of a spin, after the round",
    "super_bonus": "of a settled round",
    "system_fault": "of meters, at any time",
}
