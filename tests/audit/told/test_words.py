"""Every kind of input has words of its own, whatever else it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from controller.audit.explain import tell
from controller.audit.fold import Turn
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.facts import Change
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.journal.read import open_reader
from controller.procedure.state.inputs import Amended, Edit, Input, Outcome, Stamped
from controller.procedure.state.whole import Step
from controller.rules import ledger
from controller.table.recovery import inputs
from tests.audit.shift import played
from tests.kit.evening import Evening


def turn(on: Evening, item: Input, outcome: Outcome | None = None) -> Turn:
    """The input as if it had moved nothing."""
    recorded = outcome or Outcome("accepted")
    stamped = Stamped(900, 0, on.mono, "test", item)
    step = Step(on.state, recorded)
    return Turn(900, type(item).__name__, stamped, recorded, on.state, step, on.house)


@pytest.fixture(scope="module")
def on() -> Evening:
    evening = Evening().opened()
    evening.lit(1, 3)
    evening.draw("8c 6d 7d 5h 7c 8s")
    evening.press("act1")
    return evening


def at(n: int) -> Any:
    return {"device": "shoe", "boot": "b", "n": n}


FLOOR: Any = {"by": "A. Fox", "rank": "casino_supervisor"}


TOLD: tuple[tuple[Input, str], ...] = (
    (cmd.TableClosed(reason="end of day"), "Table closed: end of day"),
    (cmd.TableClosed(), "Table closed"),
    (cmd.TableOpened(dealer="Dana R."), "Table opened, dealer Dana R."),
    (cmd.AllAsListed(), "Checklist: all as listed"),
    (cmd.LineAttested(line="rack_place"), "Checklist: Discard rack at the dealer's right"),
    (
        cmd.LineAttested(line="sign", shows="$5 to $100", **FLOOR),
        "Checklist: sign shows $5 to $100, by A. Fox, casino supervisor",
    ),
    (cmd.LineAttested(line="sign", right=False), "Checklist: sign is wrong"),
    (cmd.LayoutReferenced(reference="LA-17"), "Layout approval: LA-17"),
    (cmd.ReaderSealRead(seal="S-4"), "Card reader inspected: seal S-4 intact"),
    (cmd.DecksReceived(), "Decks received, to be inspected"),
    (cmd.DecksReceived(fresh=False), "The same decks received again, to be inspected"),
    (
        cmd.DecksReceived(preinspected=True, preshuffled=True, reference="R-77"),
        "Decks received, inspected and shuffled before, R-77",
    ),
    (cmd.DecksInspected(tens=24), "Decks inspected, 24 tens out"),
    (cmd.DecksVerified(), "Decks verified"),
    (cmd.DecksVerified(torn=True), "Decks verified, tens torn and boxed"),
    (cmd.DeckSpread(), "Each deck spread face up by suit and in sequence"),
    (cmd.DeckSpread(deck=3), "Deck 3 spread face up by suit and in sequence"),
    (cmd.FirstPlayer(box=5), "First player: box 5"),
    (cmd.CardsWashed(), "Cards turned face down and washed"),
    (cmd.CardShown(), "A card was shown: washed again"),
    (cmd.CardsStacked(), "Cards stacked"),
    (cmd.NoPlay(), "No play: all cards spread face down"),
    (cmd.NoPlay(face_up=True), "No play: all cards spread face up"),
    (cmd.SpreadTurned(), "Spread cards turned face up"),
    (cmd.BatchAsked(), "A player asks to see the batch from the shuffler"),
    (cmd.DecksTakenOut(), "Decks out of play"),
    (cmd.DecksCounted(cards=288, seal="S-12"), "Closing count: 288 cards, seal S-12"),
    (cmd.CountReported(cards=61), "61 cards left, counted"),
    (cmd.KeyPressed(key="next"), "Key NEXT"),
    (cmd.MenuAsked(menu="last"), "Menu opened"),
    (cmd.MenuAsked(), "Menu closed"),
    (cmd.FloorCalled(), "Floor called"),
    (cmd.Reported(what="wager_altered", box=4, hand=1), "Reported: wager altered, box 4"),
    (cmd.Reported(what="no such report"), "Reported: no such report"),
    (cmd.InsuranceClosed(), "Insurance closed"),
    (cmd.DealerSignedOn(name="Bea K.", proof="pin"), "Dealer Bea K. signed on, Dana R. signed off"),
    (
        cmd.DealerSignedOn(name="Bea K."),
        "Dealer Bea K. signed on, not proven by PIN or badge, Dana R. signed off",
    ),
    (cmd.BurnAnswered(burn=True), "The last card was a burn"),
    (cmd.BurnAnswered(burn=False), "The last card is the first card: no burn was made"),
    (cmd.BurnShown(box=3), "Burn card shown, box 3 asked"),
    (cmd.ShoeEmptied(), "No card left in the shoe"),
    (cmd.MissedDraw(box=3), "Reported: box 3 asked for a card and got none"),
    (cmd.CardsTouched(box=3), "Reported: cards touched at box 3; dealer Dana R."),
    (cmd.BankSet(box=4, on=True, cents=50000), "Box 4: holds the bank, $500.00"),
    (cmd.BankSet(box=4, on=True), "Box 4: holds the bank, it covers all wagers"),
    (cmd.BankSet(box=4, on=False), "Box 4: gives up the bank"),
    (cmd.BankDeclined(box=5), "Box 5: offered the bank, declines"),
    (cmd.BankDeclined(box=0), "Everybody left: offered the bank, declines"),
    (
        cmd.BankRuled(goes_on=True, reason="all declined", **FLOOR),
        "Ruled: the last bank may go on (all declined), by A. Fox, casino supervisor",
    ),
    (
        cmd.BankRuled(goes_on=False, reason="more came", **FLOOR),
        "Ruled: the bank is offered again (more came), by A. Fox, casino supervisor",
    ),
    (
        cmd.ProviderSeated(box=6, name="Provider X", **FLOOR),
        "Box 6: provider Provider X, by A. Fox, casino supervisor",
    ),
    (
        cmd.ProviderSeated(box=6, name="", **FLOOR),
        "Box 6: no provider any more, by A. Fox, casino supervisor",
    ),
    (cmd.FeesTaken(rate=2), "Fees by rate 2"),
    (
        cmd.SecondSpots(box=0, on=False, **FLOOR),
        "Table: one hand a player, by A. Fox, casino supervisor",
    ),
    (
        cmd.SecondSpots(box=3, on=True, **FLOOR),
        "Box 3: second spots, by A. Fox, casino supervisor",
    ),
    (
        cmd.AsTheyLie(first=4, reason="begun there", **FLOOR),
        "As the cards lie: dealt from box 4 (begun there), by A. Fox, casino supervisor",
    ),
    (
        cmd.AsTheyLie(bank=4, reason="noted at 5", **FLOOR),
        "As the cards lie: the bank at box 4 (noted at 5), by A. Fox, casino supervisor",
    ),
    (
        cmd.SpotGiven(box=4, reason="no seat free", **FLOOR),
        "Box 4 goes to another player (no seat free), by A. Fox, casino supervisor",
    ),
    (
        cmd.ScheduleChanged(schedule=3, **FLOOR),
        "Schedule of fees 3 in force, by A. Fox, casino supervisor",
    ),
    (cmd.AmountStated(box=4, kind="main", cents=2500), "Box 4: main counted, $25.00"),
    (
        cmd.AmountStated(box=4, kind="double", cents=2500),
        "Box 4: added by doubles counted, $25.00",
    ),
    (cmd.PeekAttested(blackjack=False), "Hole card checked by eye: no Blackjack"),
    (cmd.PeekAttested(blackjack=True), "Hole card checked by eye: Blackjack"),
    (cmd.DealerMissed(), "Reported: the dealer's own first card was forgotten"),
    (cmd.Hit(box=3, hand=1), "Box 3: HIT on 13"),
    (cmd.Split(box=3, hand=1), "Box 3: SPLIT on 13"),
    (cmd.Surrender(box=3, hand=1), "Box 3: SURRENDER on 13"),
    (cmd.Rescue(box=3, hand=1), "Box 3: RESCUE on 13"),
    (cmd.ShuffleAsked(), "Shuffle asked for"),
    (cmd.ShuffleStep(step="alternating_pass"), "Shuffle by hand: alternating pass"),
    (
        cmd.ShufflerSetAside(how="removed", **FLOOR),
        "Shuffler removed from the table, by A. Fox, casino supervisor",
    ),
    (cmd.CutTaken(box=3), "Cut by box 3"),
    (cmd.CutTaken(box=0), "Cut by the dealer"),
    (
        cmd.RecutOrdered(reason="card at the top", **FLOOR),
        "Recut ordered: card at the top, by A. Fox, casino supervisor",
    ),
    (
        cmd.ShuffleOrdered(reason="cards worn", **FLOOR),
        "Reshuffle ordered: cards worn, by A. Fox, casino supervisor",
    ),
    (cmd.BurnReported(made=False), "Reported: the burn was not made"),
    (
        cmd.BoxSkipped(box=3, deal_pass=2),
        "Reported: box 3 passed over in the second round of cards",
    ),
    (cmd.BoxesConfirmed(boxes=(1, 3)), "Boxes 1 3 confirmed"),
    (cmd.Insured(box=3, on=True, cents=500), "Box 3: insurance, $5.00"),
    (cmd.Insured(box=3, on=False), "Box 3: insurance taken back"),
    (cmd.WagerSet(box=3, kind="match", on=False), "Box 3: match taken back"),
    (cmd.Double(box=3, hand=1, cents=1050), "Box 3: DOUBLE on 13, $10.50"),
    (cmd.Undo(), "Correction of the table: last press undone"),
    (
        Amended(edits=(Edit(5, "instead", ()),), why="hand taken too early", **FLOOR),
        "Correction of the table: hand taken too early, by A. Fox, casino supervisor",
    ),
    (
        cmd.CardEntered(card=77, face="9h", **FLOOR),
        "Entered by hand: a card, by A. Fox, casino supervisor",
    ),
    (
        cmd.RoundVoided(reason="spilled drink", **FLOOR),
        "Round void: spilled drink, by A. Fox, casino supervisor",
    ),
    (cmd.OutOfService(device="reader", out=True, reason="lamp"), "Reader out of service: lamp"),
    (cmd.OutOfService(device="reader", out=False), "Reader back in service"),
    (
        cmd.OutOfService(device="shoe", out=True, how="sign"),
        "Shoe out of service, out-of-order sign up",
    ),
    (cmd.CardKeyed(face="7h"), "Keyed in: A card left the shoe"),
    (cmd.CoverCardKeyed(), "Cutting card out, told by hand"),
    (cmd.ShoeNoted(), "A shoe is in, told by hand"),
    (cmd.SpinAttested(box=3, section="50"), "Wheel read by eye, box 3: 50"),
    (cmd.StoodAside(aside=True), "Controller stands aside: no card is recorded"),
    (cmd.MeterStated(meter="100", shown="3,000"), "The system shows $3,000 on the meter 100"),
    (cmd.PersonChanged(whom="Ada Fox"), "Ada Fox has another PIN"),
    (cmd.PersonChanged(whom="Ada", what="removed", first="Bo"), "Ada is removed, asked for by Bo"),
    (cmd.RulesAccepted(offer="4711"), "First of two signatures for the other rules"),
    (cmd.RulesRefused(offer="4711", reason="not approved"), "Other rules refused: not approved"),
    (fact.RulesOffered(), "The configuration holds the rules in force again"),
    (
        fact.RulesOffered(
            offer="4711",
            changes=(
                fact.Change("deal.main_max_cents", "50000", "200000, approval MGC-7"),
                fact.Change("deal.mid_shoe_entry", "allow", "deny"),
            ),
        ),
        (
            "The configuration holds other rules: highest main wager: $500 → $2,000, "
            "approval MGC-7; mid shoe entry: allow → deny"
        ),
    ),
    (
        fact.SoftwareFound(
            software="4711",
            was="0.1.0 (1f03)",
            now="0.2.0 (9c01)",
            changes=(fact.Change("controller", "0.1.0 1f03", "0.2.0 9c01"),),
        ),
        "Other software runs: 0.1.0 (1f03) → 0.2.0 (9c01)",
    ),
    (
        fact.SoftwareFound(software="4711", now="0.1.0 (1f03)"),
        "The accepted software runs: 0.1.0 (1f03)",
    ),
    (
        fact.ClockStepped(due=1_800_000_000_000_000, found=1_800_021_600_000_000),
        "The clock was set: 2027-01-15 08:00:00 → 2027-01-15 14:00:00",
    ),
    (
        fact.Exported(
            who="Agent R. Vance",
            reason="box 4",
            what="round 7",
            first=9,
            last=60,
            sha256="0" * 64,
        ),
        "Evidence made for Agent R. Vance: round 7, rows 9 to 60 (box 4)",
    ),
    (
        fact.DayHeld(day="2026-11-27", who="Ada Fox", reason="box 4"),
        "Gaming day 2026-11-27 is kept by Ada Fox (box 4)",
    ),
    (
        fact.DayHeld(day="2026-11-27", who="Bo Lind", reason="settled", released=True),
        "Gaming day 2026-11-27 is kept no longer (Bo Lind: settled)",
    ),
    (
        fact.DayHeld(day="2026-11-27", released=True),
        "Gaming day 2026-11-27 is kept no longer (nobody named)",
    ),
    (
        fact.CardKeysDestroyed(who="Ada Fox", files=((1, "2026-11-27"), (2, "2026-11-28"))),
        "Keys of hidden cards destroyed by Ada Fox: file 1 of 2026-11-27, file 2 of 2026-11-28",
    ),
    (
        fact.SignInTried(name="Ada Fox", right=True, rank="floorperson", place="own"),
        "Signed in: Ada Fox, floorperson",
    ),
    (
        fact.SignInTried(name="ada fix", right=False, place="10.0.0.9", missed=7),
        "Sign-in failed: ada fix at 10.0.0.9; 7 more before it",
    ),
    (
        fact.PeopleFound(
            people=(("Ada Fox", "floorperson", "1f03"),),
            changes=(
                Change("Ada Fox", "dealer", "floorperson"),
                Change("Ben Roe", "", "dealer"),
                Change("Cy Dunn", "dealer", ""),
            ),
        ),
        "People: Ada Fox: dealer → floorperson; Ben Roe added, dealer; Cy Dunn removed, dealer",
    ),
    (
        fact.PeopleFound(
            people=(("Di Ek", "dealer", "1f03"),), changes=(Change("Di Ek", "dealer", "dealer"),)
        ),
        "People: Di Ek: another PIN or licence",
    ),
    (fact.PeopleFound(people=(("Ada Fox", "dealer", "1f03"),)), "People: 1 may sign in"),
    (fact.Started(after="lost"), "The controller started, it had lost power or was killed"),
    (fact.Started(after="stopped"), "The controller started, it had been stopped"),
    (
        fact.ClockRead(synchronised=False, offset_us=0, error_us=16_000_000),
        "Clock not synchronised, at most 16.000 s wrong",
    ),
    (cmd.BacklogConfirmed(irr="1"), "The order of what the devices kept is confirmed"),
    (cmd.OfferAnswered(irr="1", box=3, hand=1, takes=False), "Box 3 refuses the card"),
    (cmd.CardTaken(box=3, hand=1), "Box 3 takes a card aside"),
    (cmd.Ruled(irr="gone", ruling="burn"), "Ruled: burn"),
    (cmd.FactAnswered(irr="gone", question="seen", answer="YES"), "Answer: seen YES"),
    (cmd.FactAnswered(irr="gone", question="up_right", answer="YES"), "Answer: up right YES"),
    (
        cmd.Notified(irr="gone", whom="R. Vance", role="floorperson", how="page"),
        "Told by page: R. Vance, floorperson",
    ),
    (fact.DeviceLost(device="shoe", reason="unplugged"), "Shoe scanner lost: unplugged"),
    (
        fact.DeviceUp(
            device="shoe",
            boot="b",
            identity=fact.Identity(role="shoe_scanner", serial="SS-00962"),
            last_event=0,
            acked=0,
        ),
        "Shoe scanner connected, unit SS-00962",
    ),
    (fact.LevelLate(device="wheel", level="locked", value=1), "Wheel, locked: not confirmed"),
    (
        fact.OrderAnswered(device="wheel", boot="b", order=1, answer="never_seen"),
        "Wheel on its order: never seen",
    ),
    (fact.Noted(kind="recording_failed"), "Found by the table: recording failed"),
    (fact.Noted(kind="deal_reopened"), "Found by the table: deal reopened"),
    (fact.TimerFired(timer="deal_gap/1"), "No card for a while"),
    (fact.CardNotRead(**at(9)), "A card left the shoe unread"),
    (
        fact.CardNotRead(**at(9), foreign=True),
        "A card of another back or set left the shoe",
    ),
    (fact.CardPushedBack(**at(9)), "A card went back into the shoe"),
    (fact.CardsTakenIn(**at(9), cards=22), "22 cards back in the device"),
    (fact.CoverCardSeen(**at(9)), "Cutting card out"),
    (fact.ShoeOpened(**at(9)), "The shoe was opened"),
    (fact.RestCounted(**at(9), cards=60), "60 cards left in the shoe"),
    (fact.Peeked(**at(9), blackjack=True), "Hole card at the reader"),
    (fact.ReaderFaulted(**at(9), reason="dirt"), "The reader failed: dirt"),
    (
        fact.ShuffleFaulted(**at(9), order=1, reason="jam"),
        "The shuffle failed: jam",
    ),
    (fact.SpinFaulted(**at(9), order=1, reason="slow"), "The spin failed: slow"),
    (
        fact.MeterRead(**at(9), order=1, meter="100", cents=300020, number=4),
        "The system shows $3,000.20: Bonus Spin $1",
    ),
    (
        fact.MeterRead(**at(9), order=1, meter="500", cents=600000, number=4, hit=True),
        "The system pays $6,000: Bonus Spin $5",
    ),
    (
        fact.SystemFaulted(**at(9), reason="tamper"),
        "The progressive system failed: tamper",
    ),
    (fact.WagerSensed(**at(9), box=3, on=False), "Box 3: Bonus Spin chip off"),
    (fact.UnknownEvent(**at(9), code=200), "Shoe scanner: unknown event 200"),
    (fact.EventsOverrun(**at(9), lost=4), "Shoe scanner lost 4 events"),
    (
        cmd.WagerSet(box=2, kind="main", on=True, cents=500, wagerer="2B", medium="coupon"),
        "Box 2, B: wager, $5.00, coupon",
    ),
    (cmd.WagererConsents(box=2, on=True), "Box 2: its first wagerer lets others join"),
    (cmd.CallerSeated(box=2, wagerer="2B"), "Box 2: B sits there and calls"),
    (cmd.CallerSeated(box=2, on=False), "Box 2: nobody sits there, the highest wager calls"),
    (cmd.PlayersLinked(boxes=(2, 3)), "Box 2 3: one player"),
    (cmd.LetIn(box=2), "Box 2 may wager again"),
    (
        cmd.Paused(reason="colour_change", box=2, note="to greens", **FLOOR),
        "Paused: colour change, box 2: to greens, by A. Fox, casino supervisor",
    ),
    (
        cmd.LimitsChanged(low_cents=2500, high_cents=100000, **FLOOR),
        "Limits $25 to $1,000, by A. Fox, casino supervisor",
    ),
    (
        cmd.RulingTakenBack(irr="1/ten_found/1", **FLOOR),
        "Ruling taken back, by A. Fox, casino supervisor",
    ),
    (cmd.PauseSeen(by="K. Hill", rank="surveillance"), "Pause seen, by K. Hill, surveillance"),
    (cmd.Resumed(**FLOOR), "Resumed after 0:00, by A. Fox, casino supervisor"),
    (
        cmd.Adjusted(round=1, box=2, cents=500, form="7", reason="short"),
        "Round 1, box 2 paid wrong: $5.00 to the player, form 7 (short)",
    ),
    (cmd.CoverChosen(box=2, wagerer="2B"), "Box 2, B: covers each hand"),
    (cmd.CoverChosen(box=2, wagerer="2B", hand=2), "Box 2, B: stays on hand 2"),
    (
        cmd.Signalled(box=1, hand=1, shown="stand", spoken="hit", drawn=True),
        "Box 1: hand stand, voice hit, the card was drawn on the voice",
    ),
    (cmd.CashConfirmed(box=2, kind="main"), "Box 2: cash wager confirmed"),
    (cmd.CashChanged(box=2, kind="main"), "Box 2: cash changed into chips"),
    (
        cmd.CouponRuled(box=2, kind="main", counts=False),
        "Box 2: the coupon's value does not count",
    ),
)


@pytest.mark.parametrize(("item", "text"), TOLD)
def test_an_input_is_told_in_peoples_words(on: Evening, item: Input, text: str) -> None:
    told = tell(turn(on, item))

    assert told.text == text
    assert ledger.exists(told.clause)


def test_a_withheld_answer_of_the_reader_is_not_told(on: Evening) -> None:
    """controller/README 4: it is compared and told at its turn, never before."""
    peeked = fact.Peeked(device="reader", boot="b", n=9, blackjack=True)

    told = tell(turn(on, peeked))
    assert "blackjack" not in str(told.lines).lower() + told.text.lower()


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        ("parked", "Kept until every device is heard: card not read"),
        ("fault", "Controller fault at: card not read"),
    ],
)
def test_what_was_kept_or_failed_is_told_by_its_name(on: Evening, verdict: str, text: str) -> None:
    item = fact.CardNotRead(device="shoe", boot="b", n=9)

    told = tell(turn(on, item, Outcome(verdict)))  # type: ignore[arg-type]
    assert told.text == text
    assert told.flag == (verdict == "fault")


def test_a_card_that_lies_aside_is_told_without_its_face() -> None:
    """MA 15.c: drawn in error and not seen, it waits face down."""
    evening = Evening().opened()
    played(evening)
    evening.draw("2c", after_ms=200)
    before = evening.steps[-2][1].state
    stamped, step = evening.steps[-1]

    told = tell(Turn(1, "CardDrawn", stamped, step.outcome, before, step, evening.house))
    assert "2c" not in str(told)


def test_part_of_a_cent_and_a_second_hand_are_written_out(on: Evening) -> None:
    """Pure 21.5 pays halves of a cent; a split box has two hands."""
    payment = Payment(box=3, kind="main", cents="748.5", direction="pay", clause="MA 5.e", hand=2)
    state = replace(on.state, play=replace(on.state.play, payments=(payment,)))
    quiet = turn(on, cmd.MatchDone())

    told = tell(replace(quiet, step=Step(state, quiet.recorded)))
    assert [x.text for x in told.lines] == ["Box 3, second hand, wager: paid, $7.485"]


def test_no_kind_of_input_lacks_words(on: Evening, recorded: Path) -> None:
    """A new command or fact must be told too, or this test asks for its words."""
    with open_reader(recorded) as reader:
        seen = {type(r.stamped.input) for _, r in inputs(reader, 3)}
    told = {type(item) for item, _ in TOLD} | seen

    assert {kind.__name__ for kind in get_args(Input)} - {kind.__name__ for kind in told} == set()
