"""Wagers and the initial deal, up to the first decision."""

from __future__ import annotations

from collections.abc import Mapping

from controller.bench.consoles.screen import offered
from controller.domain import commands as cmd
from controller.domain.cards import Card
from controller.domain.settled import Bank
from controller.domain.structs import replace
from controller.domain.views.view import Box, DealerView
from controller.domain.wording import OUT_OF_SERVICE
from controller.rules import hands
from controller.rules.wheels import jackpots
from drivers.sim.physical.world import HOLE, UP

from . import opening, shoe_work
from .notes import Bet, Hand, Notes
from .pace import SLIDE_S, THINK_S
from .post import Post

BETTING = ("wagers", "settle")


async def take_bets(post: Post) -> Notes:
    """Tap only what changed since the last round; the Bonus Spin chips lie on their sensors.

    Nobody lays one while the wheel does not serve.
    """
    await post.look()
    view = await post.screen.until("bets", lambda v: v if v.round.phase in BETTING else None)
    bets = post.players.bets()
    if any(d.role == "wheel" and d.state == OUT_OF_SERVICE for d in view.devices):
        bets = {box: replace(bet, bonus=False) for box, bet in bets.items()}
    for box in range(1, 8):
        on = box in bets and bets[box].bonus
        if jackpots(post.pack):
            amounts = post.pack.wheel.bonus_spin_cents.value
            await post.world.set_progressive(box, on * amounts[box % len(amounts)])
        else:
            await post.world.set_chip(box, on=on)
    bank = await _bank(post, view)
    view = await post.screen.view()
    if not _agree(view, bets, counted_only=True):
        await _tap_changes(post, view, bets)
    view = await post.screen.until(f"the wagers {bets}", lambda v: v if _agree(v, bets) else None)
    if offered(view, "FeesTaken") is not None:
        await post.screen.press("FeesTaken")
    return Notes(bets=bets, bank=bank)


async def _bank(post: Post, view: DealerView) -> Bank | None:
    """Where a player holds the bank: box and amount before the first card.

    What the last hand moved is made up, or taken off.
    """
    if post.pack.deal.bank.value != "player_dealer":
        return None
    if view.round.phase == "settle":
        await _clear(post)
    box, cents = post.players.bank()
    view = await post.screen.until("the bank", lambda v: v if v.round.phase == "wagers" else None)
    if offered(view, "BankSet", box=box, on=False) is not None:
        if _cents(view.boxes[box - 1], "bank") != cents:
            await post.screen.press("BankSet", typed={"cents": cents}, box=box, on=True)
        return Bank(box, cents)
    for other in range(1, 8):
        if offered(view, "BankSet", box=other, on=False) is not None:
            await post.screen.press("BankSet", box=other, on=False)
    await _offer_round(post, box)
    await post.screen.press("BankSet", typed={"cents": cents}, box=box, on=True)
    return Bank(box, cents)


async def _offer_round(post: Post, taker: int) -> None:
    """Everybody before `taker` declines; the last bank goes on only as a floorperson rules."""
    for _ in range(7):
        view = await post.screen.view()
        if offered(view, "BankSet", box=taker, on=True) is not None:
            return
        first = next((e for e in view.allowed if e.slot == "act3"), None)
        if first is not None and first.command == "BankDeclined":
            await post.screen.touch(first)
            continue
        if offered(view, "BankDeclined", box=0) is not None:
            await post.screen.press("BankDeclined", box=0)
        await post.floor(cmd.BankRuled(goes_on=True, reason="nobody else takes the bank"))


async def _clear(post: Post) -> None:
    """A gaming day that began in the round asks for its list now."""
    await post.screen.press("LayoutCleared")
    await opening.open_table(post)


async def _tap_changes(post: Post, view: DealerView, bets: Mapping[int, Bet]) -> None:
    if view.round.phase == "settle":
        await _clear(post)
        view = await post.screen.view()
    for box in range(1, 8):
        lit = view.boxes[box - 1].lit
        if lit != (box in bets):
            await post.screen.press("BoxSet", box=box, lit=not lit)
    for box, bet in bets.items():
        await _chips(post, box, bet)


async def _chips(post: Post, box: int, bet: Bet) -> None:
    view = await post.screen.view()
    shown = view.boxes[box - 1]
    wanted = {"match": bet.match, "break_bonus": bet.breaks}
    there = {kind: _cents(shown, kind) or 0 for kind in wanted}
    for kind, cents in wanted.items():
        if there[kind] not in (0, cents):
            await post.screen.press("WagerSet", box=box, kind=kind, on=False)
            there[kind] = 0
    if _cents(shown, "main") != bet.cents:
        await _count(post, box, "main", bet.cents)
    for kind, cents in wanted.items():
        if there[kind] != cents:
            await _count(post, box, kind, cents)


async def _count(post: Post, box: int, kind: str, cents: int) -> None:
    await post.screen.press("WagerSet", typed={"cents": cents}, box=box, kind=kind, on=True)


def _cents(box: Box, kind: str) -> int | None:
    return next((w.cents for w in box.wagers if w.kind == kind), None)


def _agree(view: DealerView, bets: Mapping[int, Bet], *, counted_only: bool = False) -> bool:
    """The page shows the chips as they lie; sensors need a moment, so they may be left out."""
    for box in view.boxes:
        bet = bets.get(box.no)
        if box.lit != (bet is not None):
            return False
        if bet is None:
            continue
        shown = (_cents(box, "main"), _cents(box, "match") or 0, _cents(box, "break_bonus") or 0)
        if shown != (bet.cents, bet.match, bet.breaks):
            return False
        if not counted_only and bet.bonus != any(w.kind == "bonus_spin" for w in box.wagers):
            return False
    return True


async def deal(post: Post, notes: Notes) -> None:
    """Two rounds, the dealer's cards last in each, then one look and DEAL OK (MA 7.d)."""
    await shoe_work.burn(post)
    for deal_pass in (1, 2):
        for box in _from_bank(notes):
            if deal_pass == 2 and box == post.forgets:
                post.forgets = 0
                await post.screen.press("BoxSkipped", box=box, deal_pass=2)
                continue
            code = await post.draw(f"box {box}.1")
            if not notes.of(box):
                notes.hands.append(Hand(box=box, place=f"box {box}.1", cards=[code]))
            else:
                notes.of(box)[0].cards.append(code)
        if not notes.dealer:
            notes.dealer.append(await post.draw(UP))
        elif post.pack.deal.variant.value != "no_hole_card":
            await post.draw(HOLE)
    notes.hands.sort(key=lambda hand: hand.box)
    notes.initial = {hand.box: tuple(hand.cards) for hand in notes.hands}
    await post.look()
    await _confirm(post, notes)


def _from_bank(notes: Notes) -> list[int]:
    """The boxes in the order of the cards: from the left of the bank where a player holds it."""
    bank = notes.bank.box if notes.bank is not None else 0
    return sorted(notes.bets, key=lambda box: (box < bank, box))


async def _confirm(post: Post, notes: Notes) -> None:
    boxes = list(notes.bets)

    def asked(view: DealerView) -> DealerView | None:
        keys = offered(view, "DealOk", boxes=boxes), offered(view, "BoxesConfirmed", boxes=boxes)
        return view if any(keys) and view.round.phase == "deal_ok" else None

    view = await post.screen.until("DEAL OK", asked)
    if offered(view, "DealOk", boxes=boxes) is None:
        await post.screen.press("BoxesConfirmed", boxes=boxes)
        view = await post.screen.until(
            "DEAL OK", lambda v: v if offered(v, "DealOk", boxes=boxes) else None
        )
    shown = next((card for card in view.dealer_hand.cards if card != "placed"), "")
    hidden = post.pack.deal.faces_on_dealer_screen.value == "after_turn"
    hidden = hidden and post.pack.deal.variant.value != "no_hole_card"
    post.expect("the up card", "back" if hidden else notes.dealer[0], shown)
    notes.number = view.round.no
    await post.screen.press("DealOk", boxes=boxes)


async def before_decisions(post: Post, notes: Notes) -> None:
    """Match wagers, insurance, the reader: each when the page asks for it."""
    phase = await _past(post, "deal_ok", "deal")
    if phase == "match":
        await post.look()
        await post.screen.press("MatchDone")
        phase = await _past(post, "match")
    if phase != "peek":
        return
    view = await post.screen.view()
    if any(entry.command == "Insured" for entry in view.allowed):
        await _insurance(post, notes)
    if offered(view, "PeekAttested") is not None:
        await look_under(post, notes)
    elif offered(await post.screen.view(), "InsuranceClosed") is not None:
        # No reader at this table, or a round that was begun without it.
        await post.screen.press("InsuranceClosed")
    else:
        await peek(post, notes)


async def look_under(post: Post, notes: Notes) -> None:
    """No device: the dealer looks at the hole card and says yes or no."""
    await post.pace.rest(SLIDE_S)
    both = (*notes.faces(), *map(Card.parse, await post.world.lift(HOLE)))
    notes.peeked = hands.is_blackjack(both)
    await post.screen.press("PeekAttested", blackjack=notes.peeked)


async def _insurance(post: Post, notes: Notes) -> None:
    await post.pace.rest(THINK_S)
    for box, bet in notes.bets.items():
        if offered(await post.screen.view(), "Insured", box=box, on=True) is None:
            continue  # taken before a hold, or nothing of this box is asked
        if cents := post.players.insures(box, bet):
            notes.insured[box] = cents
            await post.screen.press("Insured", typed={"cents": cents}, box=box, on=True)
    if notes.insured:
        post.say(f"insurance on box {' '.join(map(str, notes.insured))}")


async def peek(post: Post, notes: Notes) -> None:
    """The hole card goes face down through the reader (MA 7.i~3)."""
    await post.screen.at_rest()
    await post.pace.rest(SLIDE_S)
    await post.world.slide_in()
    view = await post.screen.until(
        "the reader's answer", lambda v: v if v.round.phase != "peek" else None
    )
    notes.peeked = view.next_step.text.startswith(post.pack.cards.blackjack_text.value)
    await post.look()
    await post.world.slide_out()


async def _past(post: Post, *phases: str) -> str:
    return await post.screen.until(
        f"the end of {phases[0]}",
        lambda v: v.round.phase if v.round.phase not in phases else None,
    )
