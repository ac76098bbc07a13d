"""Other rules: offered by the configuration, accepted by two people, then taken.

The first signs as floorperson or above, the second as casino supervisor, as for a jackpot. Nothing
of the old rules is folded again: the journal says from which row on the new ones are in force.
"""

from __future__ import annotations

from collections.abc import Callable

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.procedure.queries import limits
from controller.procedure.reducers.deal.shared_boxes import cash_waits
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts import meters
from controller.procedure.state.parts.limits import Limits
from controller.procedure.state.parts.rules_offer import DECKS, FEES, PACK, VARIANT, Offer
from controller.procedure.state.parts.stack import Stack
from controller.procedure.state.parts.wagerers import without
from controller.procedure.state.play import Play
from controller.rules import placing
from controller.rules.pack import Pack

from .checklist_lines import between_rounds

SECOND = "casino_supervisor"
OF_LIMITS = frozenset({PACK, "deal.main_min_cents", "deal.main_max_cents"})
OF_CARDS = (PACK, "cards", "shuffle", "shoe")


def offered(c: Context) -> None:
    """A newer offer takes the place of the older, whoever had signed that one."""
    assert isinstance(c.input, fact.RulesOffered)
    item = c.input
    at = c.at if item.offer else 0
    offer = Offer(item.offer, item.changes, item.closed, in_force=item.in_force, at=at)
    c.play = replace(c.play, offer=offer)


def why_not_accept(play: Play, house: House) -> Why:
    """Between rounds, wagers may lie; what concerns cards or wheel waits for the closed table."""
    if why := why_not_refuse(play, house):
        return why
    if play.offer.closed and play.opening != "closed":
        return house.no("rules_closed")
    return None if between_rounds(play) else house.no("rules_round")


def why_not_refuse(play: Play, house: House) -> Why:
    """At any time: the table goes on as it is."""
    waits = play.offer.id and not (play.offer.accepted or play.offer.refused_by)
    return None if waits else house.no("no_rules")


def accept(c: Context) -> None:
    """The second of two brings them into force."""
    assert isinstance(c.input, cmd.RulesAccepted)
    item, offer = c.input, _offer(c, c.input.offer, why_not_accept)
    if not offer.signed_by:
        signed = replace(offer, signed_by=item.by, signed_rank=item.rank, signed_at=c.at)
        c.play = replace(c.play, offer=signed)
        return
    if item.by == offer.signed_by:
        refuse(c.house.no("second_person"))
    if not c.house.at_least(item.rank, SECOND):
        refuse(c.house.no("rank", rank=c.house.word(SECOND)))
    c.play = replace(c.play, offer=replace(offer, accepted=True))


def turn_down(c: Context) -> None:
    """One person is enough, and who has signed may still think better of it."""
    assert isinstance(c.input, cmd.RulesRefused)
    item, offer = c.input, _offer(c, c.input.offer, why_not_refuse)
    if not item.reason.strip():
        refuse(c.house.no("reason_first"))
    refused = replace(offer, refused_by=item.by, refused_rank=item.rank, refused_at=c.at)
    c.play = replace(c.play, offer=replace(refused, reason=item.reason.strip()))


def _offer(c: Context, meant: str, why_not: Callable[[Play, House], Why]) -> Offer:
    """The rules that wait, which are those that the person has read."""
    refuse(why_not(c.play, c.house))
    if meant != c.play.offer.id:
        refuse(c.house.no("no_rules"))
    return c.play.offer


# ---- under the new rules ----
def take(c: Context) -> None:
    """What the table keeps from round to round is made to fit the rules now in force."""
    changed = {change.name for change in c.play.offer.changes}
    c.play = replace(c.play, offer=Offer(), prizes=meters.fitted(c.play.prizes, c.pack))
    if changed & {VARIANT, PACK}:
        c.play = replace(c.play, variant=c.pack.deal.variant.value, next_variant="")
    if changed & OF_LIMITS:
        c.play = replace(c.play, limits=Limits())  # what the floor had changed is signed anew
    if FEES in changed:
        c.play = replace(c.play, banking=replace(c.play.banking, schedule=0, rate=0))
    if any(name.partition(".")[0] in OF_CARDS for name in changed):
        _cards(c)
    if changed & {DECKS, PACK}:
        c.play = replace(c.play, day=replace(c.play.day, decks_opened_at=0))
    _wagers(c)


def _cards(c: Context) -> None:
    """The table is closed, every card counted; the shuffler keeps none."""
    stack = c.play.stack
    c.play = replace(c.play, stack=Stack(set_aside=stack.set_aside, out=stack.out), shuffle="idle")


def _wagers(c: Context) -> None:
    """A wager that lies there already and that the rules now in force refuse is none."""
    kept: list[Wager] = []

    def at_box(box: int) -> Pack:
        return limits.pack(c.play, c.house, box)

    bank = () if c.play.bank is None else (c.play.bank.box,)
    for wager in sorted(c.play.wagers, key=lambda w: w.kind != "main"):
        beside = [w for w in kept if w.box == wager.box]
        waits = (wager.box, wager.kind, wager.wagerer) in cash_waits(c.play)
        at = at_box(wager.box)
        if waits or placing.why_not_place(at, wager, beside, bank_boxes=bank) is None:
            kept.append(wager)
    gone = [w for w in c.play.wagers if w not in kept]
    lit = {w.box for w in kept if w.kind == "main"}
    c.play = replace(
        c.play,
        wagers=tuple(w for w in c.play.wagers if w in kept),
        boxes=tuple(b for b in c.play.boxes if b in lit),
        people=without(c.play.people, gone),
    )
