"""`[shuffle]`: shuffle, cut and what comes before the shoe."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .leaf import Choice, Rule

Step = Literal["plug", "riffle", "turn", "strip", "cut", "wash", "alternating_pass", "through_pass"]


class Shuffle(Struct, frozen=True, forbid_unknown_fields=True):
    method: Choice[Literal["manual", "automated"]]
    manual_steps: Rule[tuple[Step, ...]]
    """Empty = the text prescribes none."""
    riffles_before_strip: Rule[int]
    cut_after_automated: Choice[Literal["required", "none"]]
    cut_min_from_end_cards: Rule[int]
    """0 = the text is silent."""
    cut_first_offer: Rule[Literal["far_right", "cover_card_box", "any_player", "house"]]
    cover_behind_share: Rule[str]
    """Share of the batch that stays behind the cover card, `1/4`; `0` = given in cards."""
    cover_behind_cards: Rule[int]
    """0 = given as a share."""
    recut_by: Rule[Literal["floorperson", "casino_supervisor", "none"]]
    recut_until: Rule[Literal["first_card", "shoe", "none"]]
    recut_after_burn: Choice[bool]
    reshuffle_on_order: Rule[bool]
    """The house may order a reshuffle after any round."""
    out_of_service: Rule[Literal["remove", "cover_or_sign", "floorperson"]]
    """What must be done with a shuffler before another method is used."""
    continuous_device: Choice[Literal["off"]]
    idle: Rule[Literal["spread_and_shuffle", "floorperson"]]
