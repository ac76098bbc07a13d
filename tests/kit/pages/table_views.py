"""The dealer's page from the peek to the shuffle, and the list of all situations."""

from __future__ import annotations

import msgspec

from controller.domain import commands
from controller.domain.views.hold_view import Hold
from controller.domain.views.view import (
    Allowed,
    Box,
    Cut,
    CutOffer,
    DealerName,
    Device,
    FlowStep,
    Limit,
    NextStep,
    Pad,
    Pause,
    Payment,
    RoundName,
    Shoe,
    Shuffle,
    StepPayment,
    TableName,
    Target,
    Wager,
)

from .play_views import BOXES_DECIDING, DEAL_OK, DEALING, DECIDING, ONE_ACTIVE
from .views import FLOOR, at, box, dealer, empty, entry, hand, main, side, view


def _offered(no: int, cents: int | None, cards: str, total: str, result: str = "") -> Box:
    wagers = (main(no, cents), side(no, "insurance", None, "offered"))
    return box(no, wagers, hand(cards, total, blackjack=result == "blackjack"))


PEEK = view(
    "peek",
    NextStep(
        text="Peek: slide hole card",
        target=Target(device="reader"),
        hint="Face down, shown to no one. Insurance: tap boxes; the card closes it.",
        clause="MA 7.i~4",
    ),
    (
        _offered(1, 2500, "Kc 8d", "18"),
        _offered(2, 5000, "Ah Jc", "21", "blackjack"),
        empty(3),
        _offered(4, 2500, "8h 8s", "16"),
        box(5, (main(5, 10000), side(5, "insurance", 5000)), hand("Kd 6c", "16")),
        empty(6),
        _offered(7, None, "9d 4h", "13"),
    ),
    dealer_hand=dealer("As back", "Ace up", peek="free"),
    shoe=Shoe(fifths=3, note="No card until the answer"),
    allowed=(
        *(
            entry(commands.Insured(box=n, on=n != 5), f"box{n}", f"insure box {n}")
            for n in (1, 2, 4, 5, 7)
        ),
        FLOOR,
    ),
)

SETTLE = view(
    "settle",
    NextStep(
        text="Settle, right to left",
        target=Target(mark="19", label="DEALER"),
        say="Nineteen",
        hint="The next card closes it.",
        clause="MA 5.e",
        payment=StepPayment(
            direction="pay", amount="3 to 2", above="UNUSUAL: BOX 2", below="then spin the wheel"
        ),
    ),
    (
        box(1, (main(1, 2500),), hand("Kc 8d", "18", result="loses")),
        box(
            2,
            (main(2, 5000), side(2, "bonus_spin", 500)),
            hand("Ah Jc", "21", result="3 to 2", blackjack=True),
        ),
        empty(3),
        box(
            4,
            (main(4, 5000), main(4, 2500)),
            hand("8h 3d Ks", "21", result="1 to 1", doubled=True),
            hand("8s 8c 3c", "19", result="tie"),
        ),
        box(5, (main(5, 10000),), hand("Kd 6c 5s", "21", result="1 to 1")),
        empty(6),
        box(7, (main(7, None), side(7, "bonus_spin", 500)), hand("9d 4h 4d", "17", result="loses")),
    ),
    payments=(
        Payment(box=7, direction="take", clause="MA 5.e"),
        Payment(box=5, direction="pay", odds="1:1", cents=10000, clause="MA 5.e"),
        Payment(box=4, hand=1, direction="pay", odds="1:1", cents=5000, clause="MA 10.e"),
        Payment(box=4, hand=2, direction="push", clause="MA 5.e"),
        Payment(box=2, direction="pay", odds="3:2", cents=7500, clause="MA 5.f", state="now"),
        Payment(box=1, direction="take", cents=2500, clause="MA 5.e"),
    ),
    settle_order="right_to_left",
    dealer_hand=dealer("As 5h Qs 3s", total="19"),
    allowed=(
        Allowed(
            command="menu", slot="act6", label="LAST CARD", sub="3 spades, dealer", opens="last"
        ),
        entry(commands.LastCard(what="not_this"), "last.2", "NOT IT", "misread"),
        entry(commands.FloorCalled(), "act8", "FLOOR", "paid wrong", "*"),
    ),
)

HELD = view(
    "deciding",
    NextStep(text="Stop. Floor."),
    (
        *BOXES_DECIDING[:3],
        box(
            4,
            (main(4, 5000), main(4, 2500), side(4, "match", 500, "settled", "lost")),
            hand("8h 3d Ks", "21", "done", doubled=True),
            hand("8s 8c 3c", "19", "done"),
        ),
        box(5, (main(5, 10000), side(5, "insurance", 5000)), hand("Kd 6c", "16")),
        empty(6),
        box(7, (main(7, None), side(7, "bonus_spin", 500)), hand("9d 4h 4d", "17")),
    ),
    signal="stop",
    dealer_hand=dealer("As back", "Ace up"),
    shoe=Shoe(fifths=3, note="No card"),
    hold=Hold(
        headline="Stop. Box 5: no card.",
        box=5,
        since=at("21:46:58"),
        called_at=at("21:46:58"),
        acknowledged_by="M. Okafor",
        clause="MA 15.i",
        may=("Talk to the players.", "Answer the floor."),
        may_not=(
            "No card, no chips, no hole card.",
            "A card drawn now is booked as drawn while held.",
        ),
    ),
    allowed=(entry(commands.FloorCalled(), "act8", "FLOOR", "again", "*"),),
)


def _wagering(no: int, *wagers: Wager, was: str = "as last") -> Box:
    return Box(no=no, lit=bool(wagers), wagers=wagers, was=was)


WAGERING = view(
    "wagers",
    NextStep(
        text="Bets open. Boxes 1 2 3 4 5 7",
        hint="Lit as last round: tap only what changed. The first card closes all wagers.",
        clause="MA 5.d",
    ),
    (
        _wagering(1, main(1, 2500)),
        _wagering(2, main(2, 5000), side(2, "match", 500), side(2, "bonus_spin", 500)),
        _wagering(3, main(3, None), was="new, not counted"),
        _wagering(4, main(4, 7500), was="last $25, match $5"),
        _wagering(5, main(5, 10000)),
        _wagering(6, was="out, tap to light"),
        _wagering(7, main(7, None), side(7, "bonus_spin", 500, "unlit"), was="not counted"),
    ),
    round=RoundName(no=119, phase="wagers"),
    pad=Pad(
        limits=(
            Limit(kind="main", low_cents=2500, high_cents=100000),
            Limit(kind="match", low_cents=100, high_cents=7500),
        )
    ),
    allowed=(
        *(
            entry(commands.BoxSet(box=n, lit=False), f"box{n}.4", "OUT", f"box {n}")
            for n in (1, 2, 3, 4, 5, 7)
        ),
        *(
            Allowed(command="menu", slot=f"box{n}", label=f"box {n}", opens=f"box{n}")
            for n in (1, 2, 3, 4, 5, 7)
        ),
        entry(commands.BoxSet(box=6, lit=True), "box6", "IN", "box 6"),
        *(
            entry(commands.WagerSet(box=n, kind=kind, on=True), f"box{n}.{kind}", f"box {n}")
            for n in (1, 2, 3, 4, 5, 7)
            for kind in ("main", "match")
        ),
        FLOOR,
    ),
)

SHUFFLE_CUT = view(
    "shuffle",
    NextStep(
        text="Shuffler running. Wait.",
        target=Target(mark="62%", label="about 100 s", waits=True),
        hint="Then offer the cut to box 5, card backs away from you.",
        clause="MD 5.A",
    ),
    (),
    table=TableName(id="SP-07", pack="Maryland"),
    round=RoundName(no=312, phase="shuffle", title="After 312"),
    dealer=DealerName(name="Luis P."),
    shuffle=Shuffle(
        done=179,
        of=288,
        left_s=100,
        flow=(
            FlowStep(text="Count", sub="288 of 288 cards in the shuffler", state="done"),
            FlowStep(text="Shuffle, single batch", sub="179 of 288 cards through", state="now"),
            FlowStep(text="Offer and cut", sub="tap who took it, then CUT OK or RECUT"),
            FlowStep(text="Load, burn 1", sub="face down to the rack"),
        ),
    ),
    cut=Cut(
        offers=(
            CutOffer(box=1, rank="4th"),
            CutOffer(box=2, rank="3rd"),
            CutOffer(box=3),
            CutOffer(box=4, rank="2nd", note="if box 5 refuses"),
            CutOffer(box=5, rank="1st offer", note="cover card came out here, MD 5.D.2"),
            CutOffer(box=6),
            CutOffer(box=7, rank="5th", note="then the dealer cuts"),
        ),
        min_each_end=10,
        min_behind=72,
        clause="MD 5.E",
        clause_behind="MD 5.E.2",
    ),
)

ASKED = msgspec.structs.replace(
    ONE_ACTIVE,
    signal="look",
    next_step=NextStep(
        text="Last card: box 4 or 5?",
        target=Target(mark="?", label="6♦"),
        hint="Box 4 stood on 17 by strategy.",
        clause="MA 7.f",
        asks=True,
    ),
    chips=("Match unpaid: box 7",),
    simulated=True,
    devices=(*ONE_ACTIVE.devices, Device(role="keypad", name="Keypad")),
)
MANY_CARDS = view(
    "dealer",
    NextStep(text="Pay box 5 $150, box 3 $15", target=Target(box=5, device="wheel", label="WHEEL"),
             payment=StepPayment(direction="pay", amount="$165", above="PAY"), clause="MD 12.D.10"),
    (
        box(1, (main(1, 2500), side(1, "match", 500), side(1, "insurance", 1250)),
            hand("As 6d", "17", soft=True)),
        box(2, (main(2, 5000), side(2, "bonus_spin", 500, "unlit")),
            hand("Kh 4c 5d", "19", "done", "stands")),
        box(3, (main(3, 4000),), hand("2c 3d As 4h", "20", "active", soft=True)),
        box(4, (main(4, 3000),), hand("2c 3h 4s 5h 7c", "21", result="5 cards")),
        box(5, (main(5, None),), hand("2c 2h Ac 3h 4c Qd", "22", result="bust")),
        box(6, (main(6, 2500),), hand("2c 2h Ad Ah 3c 5d 7s", "21", result="7 cards")),
        box(
            7,
            (main(7, 2500), main(7, 2500), main(7, 2500), main(7, 2500)),
            hand("8h Kd", "18", "done"),
            hand("8s 3c 9d", "20", "done"),
            hand("8d 6s", "14"),
            hand("8c", "8"),
        ),
    ),
    dealer_hand=dealer("2s 2d 3h Ad 4s 2c 3d", total="17"),
    payments=(
        Payment(box=4, direction="pay", cents=4500, odds="3:2"),
        Payment(box=5, direction="take", state="now"),
        Payment(box=6, direction="pay", cents=7500, odds="3:1"),
    ),
)  # fmt: skip

PAUSED = msgspec.structs.replace(
    HELD,
    next_step=NextStep(
        text="Paused. Cards as they lie.",
        hint="The floor resumes. Then: next card → box 4, 2nd hand",
        clause="MA house.pause",
    ),
    signal="pause",
    hold=None,
    pause=Pause(since=at("21:42:00"), by="M. Okafor"),
)
DEALER_VIEWS = {
    "wagering": WAGERING,
    "dealing": DEALING,
    "deal-ok": DEAL_OK,
    "peek": PEEK,
    "deciding": DECIDING,
    "one-active": ONE_ACTIVE,
    "asked": ASKED,
    "settle": SETTLE,
    "held": HELD,
    "paused": PAUSED,
    "shuffle-cut": SHUFFLE_CUT,
    "many-cards": MANY_CARDS,
}
