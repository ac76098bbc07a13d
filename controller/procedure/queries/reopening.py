"""Whether a deal that was confirmed may be told anew: only where DEAL OK can end it again.

CORRECT CARDS takes the deal back to before DEAL OK. A card that came since would then be one too
many, and no slip puts a hit back; so it is refused, unless the one card over may be the hole card
of a deal whose burn nobody told.
"""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.state.context import Why
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play

OPEN = ("match_due", "insurance", "peek_due", "deciding", "turn_due")
TURNED = ("ordered", "rested")
"""Of a spin: the wheel has moved for these cards, and would have to move again."""


def cards_since(play: Play) -> int | None:
    """Cards out since the deal was confirmed; None = the shoe was loaded anew in between."""
    return play.drawn - play.marks.confirmed if play.marks.confirmed >= 0 else None


def why_not_reopen(play: Play, house: House) -> Why:
    if not play.hands or play.round not in OPEN:
        return house.no("not_in_round")
    if any(s.status in TURNED for s in play.spins):
        return house.no("wheel_turned")
    if cards_since(play) == 0 or burn_untold(play):
        return None
    return house.no("cards_since")


def burn_untold(play: Play) -> bool:
    """The one card over may be of the deal: it began with a burn, and nobody has decided."""
    if play.marks.confirmed_burnt or cards_since(play) != 1:
        return False
    return not any(_told(h) for h in play.hands)


def _told(hand: Hand) -> bool:
    """Whether somebody has decided on it, other than by the card itself."""
    by_card = len(hand.cards) > 2 and not hand.split
    made = hand.doubles or hand.split or hand.surrendered or hand.hit_asked or hand.waits
    return bool(made) or (hand.decided and not by_card)


def confirmed(play: Play) -> Play:
    """Nothing of the deal waits any more; how many cards were out for it is kept."""
    marks = replace(play.marks, confirmed=play.drawn, confirmed_burnt=play.burn is not None)
    return replace(play, dealt=(), burn=None, skipped=(), dealer_missed=False, marks=marks)
