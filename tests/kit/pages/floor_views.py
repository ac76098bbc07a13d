"""The floor's page and the sign: a missed card, a ten, and a quiet table."""

from __future__ import annotations

from controller.domain import commands
from controller.domain.structs import replace
from controller.domain.views.floor_view import (
    Answer,
    Duty,
    Fact,
    FloorView,
    Health,
    Irregularity,
    JournalHealth,
    Meter,
    NotifiedLine,
    NotifyNeeded,
    PauseKey,
    Pausing,
    PayLine,
    PayTable,
    Preview,
    Prize,
    RecordLine,
    RoundLine,
    Ruling,
    SignView,
    SmallLayout,
    Step,
)
from controller.domain.views.hold_view import Hold
from controller.domain.views.rules_view import RuleChange, RulesWait, Said
from controller.domain.views.view import (
    Allowed,
    Counters,
    DealerName,
    Device,
    RoundName,
    TableName,
)
from controller.view.pausing import REASONS, WORDS

from .table_views import HELD, SETTLE
from .views import at, body, entry

ID = "412/missed_draw/1"


def _ruling(name: str, effect: str, clause: str, **more: object) -> Ruling:
    values: dict[str, object] = {
        "name": name,
        "effect": effect,
        "clause": clause,
        "token": f"Ruled/{ID}/{name}",
        "body": body(commands.Ruled(irr=ID, ruling=name)),
    }
    return Ruling(**(values | more))  # type: ignore[arg-type]


ALWAYS = (
    _ruling("CORRECT CARDS", "these are not the cards on the table", ""),
    _ruling("OTHER: CASINO SUPERVISOR", "no clause, reason required", "", reason_required=True),
)


def _fact(question: str, *answers: str, chosen: str = "") -> Fact:
    return Fact(
        question=question,
        answers=tuple(
            Answer(
                label=answer,
                chosen=answer == chosen,
                token=f"FactAnswered/{ID}/{answer}",
                body=body(commands.FactAnswered(irr=ID, question=question, answer=answer)),
            )
            for answer in answers
        ),
    )


MISSED = Irregularity(
    id=ID,
    headline="Box 5 asked, got no card",
    round=118,
    box=5,
    clause="MA 15.i",
    words="A player who asked for a card and did not get one chooses: the card after all other "
    "players have theirs and before the hole card is shown, or a dead hand with the original "
    "wager returned.",
    raised_at=at("21:46:58"),
    raised_by="from the dealer’s key",
    record=(
        RecordLine(at=at("21:46:36"), text="Box 5 to act, total 16"),
        RecordLine(at=at("21:46:49"), text="NEXT pressed at box 5"),
        RecordLine(at=at("21:46:55"), text="{4d} drawn, booked to box 7"),
        RecordLine(at=at("21:46:58"), text="FLOOR pressed, box 5: asked, got no card"),
    ),
    facts=(_fact("Hole card still face down?", "YES", "NO", chosen="YES"),),
    mode="PLAYER CHOOSES",
    mode_note="the card on box 7 stays in both cases",
    rulings=(
        _ruling(
            "CARD LAST",
            "Before the hole card. One touch.",
            "15.i",
            preview=(
                Preview(what="Box 5", now="16", after="owed one card"),
                Preview(what="Box 7", now="17", after="17, keeps {4d}"),
                Preview(what="Chips", now="$150", after="stay"),
                Preview(what="Hole card", now="down", after="waits for box 5"),
                Preview(what="Next", now="held", after="box 7"),
            ),
        ),
        _ruling(
            "HAND DEAD",
            "Wager back. Asks once more.",
            "15.i~2",
            confirm="Hand dead, $100 back",
            preview=(
                Preview(what="Box 5", now="16", after="no hand, to rack"),
                Preview(what="Box 7", now="17", after="17, keeps {4d}"),
                Preview(what="Chips", now="$150", after="$100 back, $50 stays"),
                Preview(what="Hole card", now="down", after="down"),
                Preview(what="Next", now="held", after="box 7"),
            ),
        ),
    ),
    always=ALWAYS,
    notified=(NotifiedLine(whom="M. Okafor", role="floorperson", at=at("21:47:10"), how="badge"),),
    layout=SmallLayout(boxes=HELD.boxes, dealer_hand=HELD.dealer_hand, box=5),
)
UNREAD = Irregularity(
    id="413/card_not_read/1",
    headline="Card to box 5 not read",
    round=118,
    box=5,
    words="The card on the table counts, not the reading.",
    raised_at=at("21:48:02"),
    mode="NO CLAUSE: REASON REQUIRED",
    rulings=(
        _ruling(
            "ENTER CARD",
            "The card on the table counts.",
            "",
            picks="face",
            reason_open=True,
            token="CardEntered/413",
            body=body(commands.CardEntered(card=413, face="")),
        ),
        _ruling(
            "NO CARD LEFT THE SHOE",
            "Next card still box 5.",
            "",
            reason_required=True,
            confirm="No card left the shoe",
        ),
        _ruling("BURN CARD", "To the rack.", "", greyed_reason="The card may be a ten."),
    ),
    always=ALWAYS,
    notify_needed=NotifyNeeded(
        rank="casino_supervisor",
        clause="MA 15.l",
        token="Notified/413",
        body=body(commands.Notified(irr="413/card_not_read/1", whom="", role="")),
    ),
    layout=SmallLayout(boxes=HELD.boxes, dealer_hand=HELD.dealer_hand, box=5),
)
ERROR = Irregularity(
    id="410/card_in_error/1",
    headline="Card drawn in error, seen",
    red=False,
    round=118,
    box=4,
    clause="MA 15.d",
    words="The card is dealt as though it were the next card from the shoe.",
    raised_at=at("21:44:10"),
    mode="RULE, NO CHOICE",
    answer_by="settlement",
    always=ALWAYS,
    layout=SmallLayout(boxes=HELD.boxes, dealer_hand=HELD.dealer_hand, box=4),
)

FLOOR_DEVICES = (
    Device(role="reader", state="locked", serial="SIM-READER-1", version="sim-1", simulated=True),
    Device(role="shuffler", state="running, 62%", serial="SH-01180", version="v3.0.7"),
    Device(role="shoe", state="ready", serial="SS-00962", version="v2.2.0"),
    Device(role="wheel", state="lost", good=False, serial="WH-00233", version="v1.1.5"),
)
HEALTH = Health(
    devices=tuple(
        Device(
            role=d.role,
            state=d.state,
            good=d.good,
            serial=d.serial,
            version=d.version,
            simulated=d.simulated,
            counters=Counters(frames=18204, crc=3, resent=1, dup=1, relink=1, ms=2.1),
        )
        for d in FLOOR_DEVICES
    ),
    journal=JournalHealth(row=48211, signed_to=117, commit_ms=4.2, free=0.61),
)


def pausing(*, since: int = 0) -> Pausing:
    """What may be paused for; with `since`, a dispute of box 4 that runs."""
    now = commands.Paused(reason="dispute", box=4, note="He says that he waved first.")
    return Pausing(
        since=since,
        by="M. Okafor" if since else "",
        reason="Dispute" if since else "",
        box=4 if since else 0,
        note=now.note if since else "",
        reasons=tuple(
            PauseKey(
                name=name,
                label=WORDS[name][0],
                sub=WORDS[name][1],
                body=body(replace(now, reason=name)),
                chosen=bool(since) and name == now.reason,
            )
            for name in REASONS
        ),
        boxes=tuple(
            PauseKey(
                name=str(n),
                label=str(n) if n else "Whole table",
                body=body(replace(now, box=n)) if since else "",
                chosen=n == (4 if since else 0),
            )
            for n in range(8)
        ),
        body=body(now) if since else '{"type":"Paused"}',
        resume=body(commands.Resumed()) if since else "",
        to_rule=body(commands.Resumed(ruling=True)) if since else "",
        then="Next card → box 4, 2nd hand",
        line="Paused. Cards as they lie.",
    )


CALM_FLOOR = FloorView(
    seq=41200,
    at=at("21:46:12"),
    table=TableName(id="S21-14", pack="Massachusetts, Bonus Spin", edition="205 CMR 146"),
    round=RoundName(no=118, phase="deciding"),
    dealer=DealerName(name="Dana R."),
    devices=FLOOR_DEVICES,
    irregularities=(ERROR,),
    duties=(
        Duty(text="Change decks", sub="opened 23:40, MD 3.C", when="in 1 h 40", due=True),
        Duty(text="Reader inspected", sub="R. Delgado, MD 2.F", when="06:12 today"),
    ),
    meters=(
        Meter(name="Bonus Spin $1", cents=128437, note="paytable B, reset $1,000"),
        Meter(name="Bonus Spin $5", cents=791345, locked=True, note="paytable D,"),
    ),
    allowed=(
        entry(commands.OutOfService(device="wheel", out=True, reason="-"), "floor", "Wheel out"),
        Allowed(
            command="RoundVoided",
            slot="floor",
            label="VOID ROUND",
            sub="casino supervisor",
            token="RoundVoided/118",
            body=body(commands.RoundVoided(reason="")),
        ),
    ),
    layout=SmallLayout(boxes=SETTLE.boxes, dealer_hand=SETTLE.dealer_hand),
    next_text="Next card → box 4, 2nd hand",
    pausing=pausing(),
)
HELD_FLOOR = FloorView(
    seq=41233,
    at=at("21:47:05"),
    table=CALM_FLOOR.table,
    round=CALM_FLOOR.round,
    signal="stop",
    dealer=CALM_FLOOR.dealer,
    devices=FLOOR_DEVICES,
    hold=Hold(headline="Stop. Floor.", box=5, since=at("21:46:58"), clause="MA 15.i"),
    irregularities=(MISSED, UNREAD, ERROR),
)


PAUSED_FLOOR = replace(
    CALM_FLOOR, signal="pause", irregularities=(), pausing=pausing(since=at("21:42:00"))
)
ROUNDS = (
    RoundLine(no=117, at=at("21:44:00"), text="dealer 20", note="box 6 dead, MA 15.h"),
    RoundLine(no=116, at=at("21:42:10"), text="dealer bust"),
    RoundLine(no=115, at=at("21:40:31"), text="dealer blackjack", state="pending", due=True),
)
STEPS = tuple(
    Step(
        no=n,
        at=at(f"21:46:{30 + n:02d}"),
        text="{4d} to box 7, total 17" if n == 3 else f"Box {n} to act",
        clause="MA 7.e",
        row=31400 + n,
        box=n,
        flag=n == 4,
        snapshot=SmallLayout(boxes=HELD.boxes, dealer_hand=HELD.dealer_hand, box=n),
    )
    for n in range(1, 8)
)
SIGN = SignView(
    game="Spanish 21",
    table="SP-07",
    state="Bets open",
    limits=(
        PayLine(what="Table limits", pays="$15 to $1,000"),
        PayLine(what="Match the Dealer", pays="$1 to $100"),
    ),
    columns=(
        (
            PayTable(
                title="6 decks. Tens removed.",
                lines=(
                    PayLine(what="Blackjack", pays="3 to 2"),
                    PayLine(what="Any other win", pays="1 to 1"),
                    PayLine(what="21 with five cards", pays="3 to 2"),
                    PayLine(what="21 with six cards", pays="2 to 1"),
                    PayLine(what="21 with seven or more", pays="3 to 1"),
                    PayLine(what="6-7-8 or 7-7-7, mixed suits", pays="3 to 2"),
                    PayLine(what="6-7-8 or 7-7-7, one suit", pays="2 to 1"),
                    PayLine(what="6-7-8 or 7-7-7, spades", pays="3 to 1"),
                    PayLine(what="Insurance", pays="2 to 1"),
                ),
            ),
        ),
        (
            PayTable(
                title="Match the Dealer, each card",
                lines=(
                    PayLine(what="Same suit", pays="9 to 1"),
                    PayLine(what="Other suit", pays="4 to 1"),
                ),
            ),
        ),
        (),
    ),
    notices=(
        "Doubled hands and split hands earn no additional pays: 1 to 1.",
        "Dealer stands on all 17s.",
    ),
    prizes=(
        Prize(
            name="Bonus Spin $5",
            label="jackpot",
            cents=790170,
            notes=("$5,000 600 750", "Shared 500/100 200/50 100/15"),
        ),
        Prize(
            name="Bonus Spin $1",
            label="jackpot",
            cents=128437,
            notes=("$1,000 350", "Shared 250/100 100/20 30/3"),
        ),
    ),
    last_results="Last wheel results",
    wheel_results=("$115", "$40", "$250", "$60", "shared 100/15", "$75"),
)

RULES_FLOOR = replace(
    CALM_FLOOR,
    rules_wait=RulesWait(
        changes=(
            RuleChange(
                what="lowest main wager", key="deal.main_min_cents", before="$15", after="$25"
            ),
            RuleChange(
                what="highest match wager", key="deal.match_max_cents", before="$100", after="$75"
            ),
            RuleChange(what="decks", key="cards.decks", before="6", after="8", closed=True),
        ),
        closed=True,
        short="9f2c41d0a3e7",
        in_force="61aa0b7ec202",
        at=at("21:24:50"),
        signed=Said(by="N. Adeyemi", rank="floorperson", at=at("21:31:08")),
    ),
    allowed=(
        entry(commands.RulesAccepted(offer="0" * 12), "floor.rules", "ACCEPT RULES", "3 changes"),
        entry(
            commands.RulesRefused(offer="0" * 12),
            "floor.rules_no",
            "REFUSE RULES",
            "with a reason",
        ),
    ),
)
"""devices.toml holds other rules, and one of two has signed."""
