"""The way out that nothing can refuse: hands dead, wagers back, charts set to their end.

Configurations are set outside the charts: none can be in the way (controller/README 1.7).
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.settled import PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.queries import inventory, legal, places
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.reducers.cards import set_aside
from controller.procedure.reducers.play.phase import BEFORE_DECISIONS
from controller.procedure.reducers.settle import settlement
from controller.procedure.reducers.wheel import lockout, spin_prizes, spin_turns, wheel_out
from controller.procedure.state import refs
from controller.procedure.state.context import Context, Why
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.timers import beyond_round
from controller.rules.settlement import done, settle
from controller.rules.settlement import void_round as rule_void

from .kinds.every_kind import KINDS
from .kinds.kind import Act
from .rulings import card_rulings, stack_rulings
from .standing import clause as clause_under


def why_not_void(play: Play, house: House) -> Why:
    """A round is there from its first card until its layout is cleared."""
    return None if places.begun(play) else house.no("no_round")


def nobody_left(play: Play) -> bool:
    """Every hand was ruled dead and no other wager lies there: no card is checked or turned.

    One by one or all at once, it is the same: the cards are collected (MA 15.l.1, MD 13.P.1).
    """
    if play.round not in (*BEFORE_DECISIONS, "deciding", "turn_due", "dealer_plays"):
        return False
    settled = {(x.box, x.kind, x.wagerer) for x in play.payments}
    sides = (w for w in play.wagers if w.kind != "main")
    left = any((w.box, w.kind, w.wagerer) not in settled for w in sides)
    return bool(play.hands) and all(h.dead for h in play.hands) and not (left or play.spins)


def dead_hands(c: Context, clause: str) -> None:
    """All hands dead, every open wager goes back; settled match wagers stand (house)."""
    if not legal.is_void(c.play):  # ruled once more, what goes back is still to be told
        c.play = replace(c.play, paid_before=len(c.play.payments))
    spin_prizes.stakes_of_void(c)
    p = c.play
    settled = {(x.box, x.kind) for x in p.payments if not _prize(c, x)}
    open_wagers = [w for w in p.wagers if (w.box, w.kind) not in settled]
    dealt = {h.box for h in p.hands} or set(p.boxes)
    played = replace(
        legal.played_round(p, c.house),
        hands=tuple(legal.played_hand(h) for h in p.hands if (h.box, "main") not in settled),
        wagers=tuple(w for w in open_wagers if w.box in dealt),
        bank=player_dealer.rest(p),
    )
    c.pay(given_up(c, played))
    c.pay(rule_void(c.pack, played, clause))
    bank_fees.drop_fees(c)
    spin_prizes.shares_back(c)
    rack_loose(c)
    set_aside.rack_all(c)
    c.play = replace(
        c.play,
        hands=tuple(replace(h, dead=True, done=True) for h in c.play.hands),
        spins=spin_turns.left_void(c.play),
        spin_told=(),
        wanted=tuple(
            replace(o, status="closed") if o.kind == "spin" and o.status != "done" else o
            for o in c.play.wanted
        ),
        timers=beyond_round(c.play.timers),
        round="settled",
        dealer_hand="finished",
        wheel="locked",
        doubt=False,
        banking=replace(c.play.banking, due=None, stated=()),
    )
    c.then.clear()


def _prize(c: Context, x: Payment) -> bool:
    """Paid on top of a stake that stands apart from it."""
    on_wheel = c.house.by_paytables and x.kind in lockout.ON_WHEEL
    return on_wheel and x.direction in spin_prizes.OF_PRIZE


def given_up(c: Context, played: PlayedRound) -> tuple[Payment, ...]:
    """Hands rescued, or surrendered under an up card that makes no blackjack: they stand."""
    stand = tuple(h for h in played.hands if done(c.pack, played, h))
    if not stand:
        return ()
    mains = tuple(w for w in played.wagers if w.kind == "main")
    return settle(c.pack, replace(played, hands=stand, wagers=mains, dealer=played.dealer[:1]))


def loose(play: Play) -> tuple[Irregularity, ...]:
    """Open irregularities whose card lies nowhere until they are ruled."""
    return tuple(i for i in play.irregularities if i.status == "raised" and is_loose(play, i))


def is_loose(play: Play, i: Irregularity) -> bool:
    """Whether its card waits for the ruling alone: neither on the layout nor in the rack."""
    kept = KINDS[i.kind].card == "booked" or i.code == refs.BURN
    return i.card is not None and not kept and all(s.id != i.card.id for s in inventory.lying(play))


def rack_loose(c: Context) -> None:
    """Cards that an open question kept from the table go to the rack with the others."""
    for i in loose(c.play):
        assert i.card is not None
        if KINDS[i.kind].card == "not counted":
            c.play = replace(c.play, drawn=c.play.drawn + 1)
        set_aside.rack(c, i.card)
        c.put(replace(i, status="closed", ruling="void_round"))


def void_round(c: Context, clause: str) -> None:
    """No result: as dead hands, and every other card question of the round falls away.

    What a settlement has paid goes back as a difference.
    """
    lifted: tuple[Payment, ...] = ()
    if c.play.round == "settled" and not all(h.dead for h in c.play.hands):
        before, lifted = c.play.payments[: c.play.paid_before], spin_prizes.lifted(c)
        kept = (*before, *settlement.since_settled(c))
        gone = (x for x in c.play.payments if x not in kept and x.direction in ("pay", "take"))
        c.play = replace(c.play, payments=kept, reversed=(*c.play.reversed, *gone))
    dead_hands(c, clause)
    c.pay(replace(p, direction="void", clause=clause) for p in lifted)
    spin_prizes.shares_back(c)
    c.play = replace(
        c.play,
        irregularities=tuple(
            replace(i, status="closed", ruling="void_round") if _falls_away(i) else i
            for i in c.play.irregularities
        ),
    )


def _falls_away(i: Irregularity) -> bool:
    """What the wheel has won and what its meters show outlive the round."""
    by = KINDS[i.kind].void
    of_round = i.card is not None or i.box or by == "falls away"
    outlives = by == "outlives" or wheel_out.of_hit(i)
    return i.status == "raised" and bool(of_round) and not outlives


# ---- as rulings ----
def all_dead(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    dead_hands(c, clause_under(c.house, i.kind))


def voided(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Void by a clause that orders it, and the reshuffle that it orders with it."""
    void_round(c, clause_under(c.house, i.kind))
    if i.kind in inventory.TENS and i.card is not None:
        card_rulings.take_out(c, i)
    stack_rulings.all_shuffled(c)


def void_back(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Void on no clause: the card ruled on goes to the rack, a ten out of the set."""
    waits = is_loose(c.play, i)
    void_round(c, clause_under(c.house, i.kind))
    if i.kind in inventory.TENS and i.card is not None:
        card_rulings.take_out(c, i)
    elif waits:
        card_rulings.to_rack(c, i)


def void_decks_out(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The decks leave play when the voided round is closed."""
    voided(c, i, command)
    c.play = replace(c.play, decks_due=True)


OF_ROUND: dict[str, Act] = {
    "all_hands_dead": all_dead,
    "decks_out": void_decks_out,
    "void_back": void_back,
    "void_round": voided,
}
"""By the name of the ruling: what it does is the same for whatever kind it ends."""
