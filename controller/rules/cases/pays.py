"""The payout calculator of the floor console: one box, checked and settled by the table's pack."""

from __future__ import annotations

from controller.domain import money
from controller.domain.cards import Card
from controller.domain.pays import Asked, AskedHand, Pays
from controller.rules import hands as rule_hands
from controller.rules.pack import Pack
from controller.rules.peek import peek_due
from controller.rules.settlement import net, settle

from . import play_case
from .shape import Case, CaseError, Dealer, Options, Seat, Step

BOX = 1


def offers(pack: Pack) -> tuple[str, ...]:
    """The side wagers that the table takes."""
    offered = {
        "match": pack.deal.match.value,
        "insurance": pack.play.insurance.value != "none",
        "break_bonus": pack.deal.break_bonus.value,
        "bonus_spin": pack.wheel.bonus_spin.value != "off",
    }
    return tuple(kind for kind, on in offered.items() if on)


def pays(pack: Pack, asked: Asked | None) -> Pays:
    """Payments of the box; without a question only what the table offers."""
    offered = offers(pack)
    if asked is None:
        return Pays(offers=offered)
    try:
        played = play_case(pack, _case(pack, asked), "the round")
        payments = settle(pack, played)
        total = money.text(net(payments))
    except (CaseError, ValueError) as error:
        return Pays(offers=offered, refusal=getattr(error, "what", "") or str(error))
    return Pays(offers=offered, payments=payments, net=total)


def _case(pack: Pack, asked: Asked) -> Case:
    """Raises: CaseError when a hand lacks the cards of its marks."""
    for number, hand in enumerate(asked.hands, 1):
        if len(hand.cards) < 2 + len(hand.doubles_cents):
            raise CaseError(f"hand {number}: a card is missing")
    variant = pack.deal.variant.value
    sides = dict(asked.sides)
    seat = Seat(
        seat=BOX,
        wager=asked.main_cents,
        initial=(asked.hands[0].cards[0], _second(asked.hands)),
        script=tuple(_script(asked, ended=_ended_by_check(pack, asked))),
        mtd=sides.get("match"),
        insurance=sides.get("insurance"),
        break_bonus=sides.get("break_bonus"),
        bonus_spin=sides.get("bonus_spin"),
        wheel=asked.wheel_cents,
    )
    return Case(
        decks=pack.cards.decks.value,
        options=Options(
            hole_card=variant != "no_hole_card", card_reader=variant == "hole_card_reader"
        ),
        seats=(seat,),
        dealer=Dealer(asked.dealer),
    )


def _second(hands: tuple[AskedHand, ...]) -> str:
    return hands[0].cards[1] if len(hands) == 1 else hands[-1].cards[0]


def _ended_by_check(pack: Pack, asked: Asked) -> bool:
    """A dealer blackjack that the check finds: nobody decided anything."""
    try:
        dealer = tuple(Card.parse(code) for code in asked.dealer[:2])
    except ValueError as error:
        raise CaseError("the dealer: no such card") from error
    if len(dealer) < 2:
        raise CaseError("the dealer must have at least two cards")
    return peek_due(pack, dealer[0].rank) and rule_hands.is_blackjack(dealer)


def _script(asked: Asked, *, ended: bool) -> list[Step]:
    """The decisions that lead to these hands; the first hand is split until all stand there."""
    hands, steps = asked.hands, list[Step]()
    begins = [hand.cards[0] for hand in hands[1:-1]]
    if len(hands) > 1:
        steps += [Step("split", card=card) for card in (*reversed(begins), hands[0].cards[1])]
    for number, hand in enumerate(hands):
        if number:
            steps.append(Step("deal", number, card=hand.cards[1]))
        steps += _decisions(number, hand, ended=ended)
    return steps


def _decisions(number: int, hand: AskedHand, *, ended: bool) -> list[Step]:
    drawn = len(hand.cards) - len(hand.doubles_cents)
    steps = [Step("hit", number, card=card) for card in hand.cards[2:drawn]]
    for cents, card in zip(hand.doubles_cents, hand.cards[drawn:], strict=True):
        steps.append(Step("double", number, add=cents, card=card))
    if hand.mark:
        steps.append(Step(hand.mark, number))
    elif not hand.doubles_cents and not ended and _below_21(hand):
        steps.append(Step("stand", number))
    return steps


def _below_21(hand: AskedHand) -> bool:
    try:
        return rule_hands.total(tuple(Card.parse(code) for code in hand.cards))[0] < 21
    except ValueError as error:
        raise CaseError("a hand: no such card") from error
