"""The picture of the settlement, the wheel, and picking up."""

from __future__ import annotations

from collections import Counter
from functools import partial

from controller.bench.consoles.screen import offered
from controller.domain.views.view import DealerView
from controller.domain.wagers import Payment
from controller.rules import hands as rules
from controller.rules.pack import Pack
from controller.rules.peek import up_card_can_make_blackjack
from controller.rules.wheels import jackpots

from .notes import Notes
from .pace import CLEAR_S, LOOK_S, PAY_BOX_S, PICK_UP_S, PRESS_S
from .post import Post

SPIN_S = 60.0
OF_SYSTEM = ("bonus_spin", "community")
"""What a progressive system takes and pays."""
SHOWN = {"pay": "pay", "hold": "pay", "take": "take", "return": "push", "void": "push"}

Line = tuple[int, str, int, str, str, int | None]


async def settle(post: Post, notes: Notes) -> tuple[Payment, ...]:
    """Pay and take by the page, after comparing it with the cards; return the own account."""
    await post.screen.until("the settlement", lambda v: v.round.phase == "settle" or None)
    await post.look()
    if jackpots(post.pack):
        await spin_when_lit(post)
    else:
        await spin(post, notes)
    account = notes.account(post.pack)
    view = await post.screen.view()
    missing, over = _lines(notes, account, post.pack), shown(view)
    if jackpots(post.pack):
        # What a meter stands at is the system's to know, not the dealer's.
        missing, over = _without(OF_SYSTEM, missing), _without(OF_SYSTEM, over)
    post.expect(f"round {notes.number}", sorted((missing - over).elements()), [])
    post.expect(f"round {notes.number}", [], sorted((over - missing).elements()))
    await post.pace.rest(PAY_BOX_S * len(notes.bets))
    await post.pace.rest(PICK_UP_S, least_s=CLEAR_S)
    await post.world.pick_up()
    return account


def _lines(notes: Notes, account: tuple[Payment, ...], pack: Pack) -> Counter[Line]:
    """Match wagers that were paid before are left out of the picture."""
    return Counter(
        (
            p.box,
            p.kind,
            p.hand,
            SHOWN[p.direction],
            p.odds,
            p.cents - _taken(notes, p, pack) if type(p.cents) is int else None,
        )
        for p in account
        if p.kind != "match" or pack.settle.match_at.value == "end"
    )


def _taken(notes: Notes, p: Payment, pack: Pack) -> int:
    """The one original wager of a doubled hand that went over, which was taken then (MA 9.c).

    The rest was held, since the dealer's second card could have made a Blackjack.
    """
    terms = pack.settle
    if (p.kind, p.direction) != ("main", "take") or not terms.original_only.value:
        return 0
    at_once = terms.bust_collected.value == "at_once" and notes.peeked is None
    *before, hand = notes.of(p.box)[: p.hand]
    over = hand.doubled and hand.value(pack).bust and not any(h.value(pack).bust for h in before)
    found = rules.value(pack, notes.faces()[:2], split=False).blackjack
    may_come_back = up_card_can_make_blackjack(notes.dealer[0][0]) and not found
    return notes.bets[p.box].cents if at_once and over and may_come_back else 0


def _without(kinds: tuple[str, ...], lines: Counter[Line]) -> Counter[Line]:
    return Counter({line: n for line, n in lines.items() if line[1] not in kinds})


def shown(view: DealerView) -> Counter[Line]:
    return Counter((p.box, p.kind, p.hand, p.direction, p.odds, p.cents) for p in view.payments)


async def spin(post: Post, notes: Notes) -> None:
    """For each box that the page names: its seat button, then the wheel (MA 16.d)."""
    while (box := _due(await post.screen.at_rest())) is not None:
        await post.pace.rest(PRESS_S)
        await post.world.press_seat(box)
        post.say(f"box {box} has a Blackjack and a Bonus Spin: the wheel turns")
        await post.screen.until(f"the wheel of box {box}", partial(_paid, box), SPIN_S)
        section = (await post.world.look()).wheel or ""
        cents = post.sections[section]
        notes.spins[box] = (section, cents)
        post.say(f"the wheel rests on {section}: box {box} gets ${cents / 100:g}")
        await post.pace.rest(LOOK_S)


async def spin_when_lit(post: Post) -> None:
    """Where a Blackjack is paid at its turn its player presses the button that is lit."""
    while box := await _lit(post):
        await post.pace.rest(PRESS_S)
        await post.world.press_seat(box)
        await post.screen.until(f"the spin of box {box}", lambda v: _turns(v) or None, SPIN_S)
        await post.screen.until(f"the wheel of box {box}", lambda v: not _turns(v) or None, SPIN_S)
        post.say(f"box {box} has a Blackjack: the wheel rests on {(await post.world.look()).wheel}")
        await post.pace.rest(LOOK_S)


async def _lit(post: Post) -> int:
    """The box whose seat button is armed; 0 = none."""
    await post.screen.at_rest()
    said = (await post.world.look()).shown["wheel"]
    return int(said.split("armed ")[1].split()[0]) if "armed " in said else 0


def _due(view: DealerView) -> int | None:
    """The box that the page wants a spin for; none when the layout may be cleared."""
    if offered(view, "LayoutCleared") is not None or view.next_step.target is None:
        return None
    return view.next_step.target.box or None


def _paid(box: int, view: DealerView) -> bool:
    return any(p.box == box and p.kind == "bonus_spin" for p in view.payments)


def _turns(view: DealerView) -> bool:
    return view.next_step.target is not None and view.next_step.target.device == "wheel"
