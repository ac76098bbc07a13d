"""`[shuffle]`: shuffle, cut and what comes before the shoe."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Choice, Rule

Step = Literal["plug", "riffle", "turn", "strip", "cut", "wash", "alternating_pass", "through_pass"]


class Shuffle(Struct, frozen=True, forbid_unknown_fields=True):
    method: Choice[Literal["manual", "automated"]]
    """By hand or by a shuffler."""
    manual_steps: Rule[tuple[Step, ...]]
    """Empty = the text prescribes none."""
    manual_required: Rule[tuple[Step, ...]]
    """Steps that the script must contain."""
    plug_first: Rule[bool]
    """The plug is usually the first step: another place is warned of, never refused."""
    riffles_before_strip: Rule[int]
    """Riffles that must come before a strip; 0 = no such rule."""
    cut_after_automated: Choice[Literal["required", "none"]]
    """Whether a player cuts a stack that the shuffler has shuffled."""
    cut_min_from_end_cards: Rule[int]
    """0 = the text is silent."""
    cut_first_offer: Rule[Literal["far_right", "cover_card_box", "any_player", "house"]]
    """Who is offered the cut first: the player farthest to the dealer's right, the one who got the
    cover card, or any player. `house` = the text is silent, any player."""
    cover_behind_share: Rule[str]
    """Share of the batch that stays behind the cover card, `1/4`; `0` = given in cards."""
    cover_behind_cards: Rule[int]
    """0 = given as a share."""
    cover_tolerance_cards: Rule[int]
    """How many fewer may lie behind it before it is flagged as late."""
    recut_by: Rule[Literal["floorperson", "casino_supervisor", "none"]]
    """The least rank that may order a recut."""
    recut_until: Rule[Literal["first_card", "shoe", "none"]]
    """The moment from which no recut is ordered any more."""
    recut_after_burn: Choice[bool]
    """Whether a recut may follow a burn; else all cards are shuffled again."""
    reshuffle_on_order: Rule[bool]
    """The house may order a reshuffle after any round."""
    out_of_service: Rule[Literal["remove", "cover_or_sign", "floorperson"]]
    """What must be done with a shuffler before another method is used."""
    continuous_device: Choice[Literal["off", "on"]]
    """Shuffles and counts the cards without end, as a laboratory has approved it. Every round goes
    back into it, so that there is no shoe that ends: cut, cover card, recut and idle spread are
    off. What counts by the shoe (windows, mid-shoe entry) goes from one shuffle of all cards to
    the next: the opening, the floor's order, the device back in service."""
    batches: Choice[int]
    """2 = one batch is in play while the shuffler shuffles the other."""
    loads_shoe: Choice[bool]
    """The shuffler puts the shuffled stack into the shoe by itself."""
    idle: Rule[Literal["spread_and_shuffle", "floorperson"]]
    """What is done with the cards when an open table has no players."""
