"""What people say of an irregularity or of cards: answers, notices, refused offers, faces."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.cards import Card
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog, not_due, ruling, voiding
from controller.procedure.queries import calls, legal, target
from controller.procedure.queries.inventory import lying
from controller.procedure.reducers.deal import initial_deal
from controller.procedure.reducers.play import asked_hands, phase
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Refuse, refuse
from controller.procedure.state.play import Notice

from . import last_card


def call(c: Context, item: cmd.FloorCalled) -> None:
    """Raises: Refuse, when the floor is called already, or has answered."""
    found = calls.open_call(c.play)
    if not item.back:
        if found is not None:
            raise Refuse(*c.house.no("told_already"))
        c.raise_(calls.CALL)
    elif found is None or not calls.may_take_back(c.play):
        raise Refuse(*c.house.no("undo"))
    else:
        back = replace(found, ruling=calls.TAKEN_BACK, ruled_by=item.by, status="carried_out")
        c.put(back)


def answer(c: Context, item: cmd.FactAnswered) -> None:
    i = ruling.find(c, item.irr)
    question = next((q for q in catalog.questions(c.play, i) if q.name == item.question), None)
    if question is None or (item.answer not in question.answers):
        raise Refuse(*c.house.no("no_answer"))
    needs = catalog.rules(c.house, i.kind).needs
    if not c.house.at_least(item.rank, needs):
        refuse(c.house.no("rank", rank=c.house.word(needs)))
    kept = tuple(a for a in i.answers if a[0] != item.question)
    i = replace(i, answers=(*kept, (item.question, item.answer)))
    if item.rank != "dealer" and not any(n.role == item.rank for n in i.notices):
        # Who signs in at the hold has been notified (console/README 4: badge = sign-in).
        i = replace(i, notices=(*i.notices, Notice(item.by, item.rank, "badge", c.at)))
    c.put(i)
    does = catalog.kind(i).answered
    if does is not None:
        does(c, i, item)


def notify(c: Context, item: cmd.Notified) -> None:
    i = ruling.find(c, item.irr)
    if item.role not in cmd.RANKS:
        refuse(c.house.no("no_answer"))
    c.put(replace(i, notices=(*i.notices, Notice(item.whom, item.role, item.how, c.at))))


def hole_shown(c: Context) -> None:
    """Somebody saw the hole card before its time: no text has a clause."""
    down = last_card.hole_down(c.play)
    if down is None:
        refuse(c.house.no("last_card_place"))
    c.raise_("hole_card_shown", card=down)


def hole_lay_face_up(c: Context) -> None:
    """What was paid on the other cards of the deal stays (MA 15.a, MD 13.A)."""
    up, c.card = c.play.dealer
    c.play = replace(c.play, dealer=(up,), hole_owed=True)
    not_due.found_face_up(c)
    if c.play.round != "deciding":
        asked_hands.turn_back(c)


def first_was_amiss(c: Context, item: cmd.LastCard) -> None:
    """A burn was missed, and the first card of the deal is none: the next one takes its place."""
    if [s.id for s in c.play.dealt] != [item.card]:
        refuse(c.house.no("last_card_place"))
    c.card, c.play = c.play.dealt[0], replace(c.play, dealt=())
    not_due.AMISS[item.what](c)
    initial_deal.wait_for_card(c)


def doubled_again(c: Context) -> None:
    """The card that no hand took is of a further double that was told late, with its stake."""
    from controller.procedure.reducers.play import decisions

    i = last_card.asked_again(c.play)
    at = target.index(c.play, c.house)
    if i is None or i.card is None or at is None or not target.chooses(c.play.hands[at]):
        raise Refuse(*c.house.no("last_card_place"))
    hand = c.play.hands[at]
    assert isinstance(c.input, cmd.LastCard)
    cents = c.input.cents
    refuse(legal.why_not(c.play, c.house, "double", hand.box, hand.number, cents=cents))
    decisions.add_double(c, at, cents)
    c.put(replace(i, ruling="next_card", ruled_by=c.play.dealer_name, status="carried_out"))
    decisions.give(c, at, i.card)


def refuse_offer(c: Context, item: cmd.OfferAnswered) -> None:
    """A player who refuses the card gets no more cards this round (MA 15.d~2)."""
    from controller.procedure.queries.target import find, index
    from controller.procedure.reducers.play import decisions

    pending = c.play.pending
    if c.play.round != "deciding":
        refuse(c.house.no("not_now"))
    if item.takes:
        refuse(decisions.why_not_take(c.play, c, item.box, item.hand))
        decisions.take_pending(c)
        return
    if pending is None or pending.face is None:
        refuse(c.house.no("not_seen" if pending else "no_aside"))
    at = find(c.play, item.box, item.hand)
    if at is None or at != index(c.play, c.house):
        raise Refuse(*c.house.no("waits_turn", box=item.box))
    if c.play.hands[at].doubles:
        refuse(c.house.no("doubled"))
    if c.play.hands[at].owed:
        refuse(c.house.no("card_owed"))
    hand = replace(c.play.hands[at], barred=True, done=True, decided=True, waits=False)
    c.put_hand(at, hand)
    decisions.note_end(c, c.play.hands[at])
    for i in catalog.open_ones(c.play):
        if i.kind == "card_drawn_in_error_seen":
            c.put(replace(i, offers=(*i.offers, (item.box, item.hand, False))))
    phase.advance(c)


def enter(c: Context, item: cmd.CardEntered) -> None:
    """A face read out for a card whose reading was wrong: it counts from its own entry on."""
    try:
        face = Card.typed(item.face).code
    except ValueError:
        raise Refuse(*c.house.no("card_text")) from None
    unread = {s.id for s in lying(c.play) if not s.seal.ct}
    asked = {i.code for i in catalog.open_ones(c.play) if i.kind == "cannot_open"}
    if item.card not in unread and str(item.card) not in asked:
        refuse(c.house.no("last_card_place"))
    c.play = replace(c.play, entered=(*c.play.entered, (item.card, face)))
    if any(s.id == item.card for s in c.play.dealt):
        c.follow(follow_ups.Round.BOXES_CONFIRMED)


def void(c: Context, item: cmd.RoundVoided) -> None:
    if not c.house.at_least(item.rank, "casino_supervisor") or not item.reason.strip():
        refuse(c.house.no("void_rank"))
    refuse(voiding.why_not_void(c.play, c.house))
    voiding.void_round(c, c.house.no("void_returns")[0])
