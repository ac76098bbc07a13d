"""The dealer's page from the deal to the decisions."""

from __future__ import annotations

import msgspec

from controller.domain import commands
from controller.domain.views.view import (
    Allowed,
    Box,
    Menu,
    NextStep,
    Refused,
    RoundName,
    Target,
    Wager,
)

from .views import FLOOR, ROUND, box, dealer, empty, entry, hand, main, side, view

BOXES_DECIDING = (
    box(1, (main(1, 2500),), hand("Kc 8d", "18", "done", "stands")),
    box(
        2,
        (main(2, 5000), side(2, "match", 500, "settled", "+$20"), side(2, "bonus_spin", 500)),
        hand("Ah Jc", "21", "done", "paid at end", blackjack=True),
    ),
    empty(3),
    box(
        4,
        (main(4, 5000), main(4, 2500), side(4, "match", 500, "settled", "lost")),
        hand("8h 3d Ks", "21", "done", doubled=True),
        hand("8s 8c", "16", "active"),
    ),
    box(5, (main(5, 10000), side(5, "insurance", 5000)), hand("Kd 6c", "16", result="then")),
    empty(6),
    box(7, (main(7, None), side(7, "bonus_spin", 500)), hand("9d 4h", "13")),
)

LAST_MENU = (
    Allowed(command="menu", slot="act6", label="LAST CARD", sub="8 clubs, box 4", opens="last"),
    entry(commands.LastCard(what="box"), "last.1", "BOX 5", "4 stood on 14", "5"),
    entry(commands.LastCard(what="not_this"), "last.2", "NOT IT", "misread"),
    entry(commands.LastCard(what="double"), "last.3", "WAS DOUBLE", "box 4"),
    Allowed(
        command="menu", slot="last.5", label="IN ERROR", sub="or face up in shoe", opens="error"
    ),
    entry(commands.LastCard(what="error_seen"), "error.1", "SEEN", "by anyone"),
    entry(commands.LastCard(what="error"), "error.2", "NOT SEEN", "face down"),
    entry(commands.LastCard(what="face_up"), "error.3", "FACE UP", "in the shoe"),
)
MENUS = (
    Menu(name="last", text="Last card: 8♣ on box 4", mark="8♣", label="ON BOX 4", clause="MA 7.f"),
    Menu(
        name="error", text="Did anyone see its face?", mark="8♣", label="ON BOX 4", clause="MA 15.d"
    ),
)

DECIDING = view(
    "deciding",
    NextStep(
        text="Next card → box 4, 2nd hand",
        target=Target(box=4, hand=2),
        say="Sixteen",
        hint="Hit: just draw. No more: NEXT.",
        clause="MA 10.c",
    ),
    BOXES_DECIDING,
    dealer_hand=dealer("As back", "Ace up"),
    allowed=(
        entry(commands.Next(box=4, hand=2), "act1", "NEXT", "box 4, 2nd stands", "0"),
        entry(commands.Double(box=4, hand=2), "act3", "DOUBLE", "up to $25", "+"),
        entry(commands.Split(box=4, hand=2), "act4", "SPLIT", "$25 more", "/"),
        *LAST_MENU,
        FLOOR,
    ),
    menus=MENUS,
    refused=(
        Refused(slot="act2", reason="A hit needs no key here: draw.", clause="MA 7.f"),
        Refused(slot="act5", reason="No surrender after a split.", clause="MA 9.a"),
        Refused(slot="act7", reason="Boxes 4, 5 and 7 are not done.", clause="MA 7.i~2"),
        Refused(slot="box5", reason="Box 5 comes after box 4.", clause="MA 7.e"),
    ),
)
ONE_ACTIVE = view(
    "deciding",
    NextStep(
        text="Next card → box 5", target=Target(box=5), say="Sixteen", hint="", clause="MA 7.e"
    ),
    (
        *BOXES_DECIDING[:3],
        box(
            4,
            (main(4, 5000), main(4, 2500)),
            hand("8h 3d Ks", "21", "done", doubled=True),
            hand("8s 8c 3c", "19", "done"),
        ),
        box(5, (main(5, 10000), side(5, "insurance", 5000)), hand("Kd 6c", "16", "active")),
        *BOXES_DECIDING[5:],
    ),
    dealer_hand=dealer("As back", "Ace up"),
    allowed=(
        entry(commands.Next(box=5, hand=1), "act1", "NEXT", "box 5 stands"),
        entry(commands.Double(box=5, hand=1), "act3", "DOUBLE", "to $100"),
        entry(commands.Surrender(box=5, hand=1), "act5", "SURRENDER", "wager waits"),
        entry(commands.Undo(), "undo", "undo", "NEXT"),
        *LAST_MENU,
        FLOOR,
    ),
    menus=MENUS,
)


def _placed(no: int, *wagers: Wager) -> Box:
    return box(no, wagers, hand("placed placed"))


DEAL_OK = view(
    "deal_ok",
    NextStep(
        text="Up A♠. Boxes 1 2 4 5 7?",
        target=Target(mark="?", label="LOOK ONCE"),
        hint="Right: DEAL OK. Wrong: tap the box, the burn or the up card.",
        clause="MA 7.d",
    ),
    (
        _placed(1, main(1, 2500)),
        _placed(2, main(2, 5000), side(2, "match", 500), side(2, "bonus_spin", 500)),
        empty(3),
        _placed(4, main(4, 2500), side(4, "match", 500)),
        _placed(5, main(5, 10000)),
        empty(6),
        _placed(7, main(7, None), side(7, "bonus_spin", 500)),
    ),
    dealer_hand=dealer("As placed", "Ace up", note="faces follow DEAL OK"),
    allowed=(
        entry(commands.DealOk(boxes=(1, 2, 4, 5, 7)), "act1", "DEAL OK", "5 boxes, 12 cards"),
        entry(commands.BurnReported(made=True), "act3", "BURN", "one was made"),
        Allowed(command="menu", slot="box4", label="box 4", opens="box4"),
        entry(commands.BoxSet(box=4, lit=False), "box4.1", "BOX 4 OUT", "had no cards"),
        entry(commands.BoxSkipped(box=4, deal_pass=1), "box4.3", "PASS 1", "box skipped"),
        entry(commands.BoxSkipped(box=4, deal_pass=2), "box4.4", "PASS 2", "skipped"),
        entry(commands.BoxSet(box=3, lit=True), "box3", "BOX 3 IN"),
        entry(commands.BoxSet(box=6, lit=True), "box6", "BOX 6 IN"),
        FLOOR,
    ),
    menus=(Menu(name="box4", text="What is wrong at box 4?", box=4, clause="MA 15.h"),),
)
DEALING = msgspec.structs.replace(
    DEAL_OK,
    round=RoundName(no=ROUND, phase="deal"),
    next_step=NextStep(
        text="Deal two rounds, then hole", clause="MA 7.d", hint="One card in order."
    ),
    boxes=(*DEAL_OK.boxes[:3], box(4, (main(4, 2500),), hand("placed")), *DEAL_OK.boxes[4:]),
    dealer_hand=dealer("placed"),
    allowed=(FLOOR,),
    menus=(),
)
