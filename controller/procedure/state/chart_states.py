"""Where each chart of the evening may stand; every chart is flat."""

from __future__ import annotations

from typing import Literal

OpeningState = Literal["closed", "checking", "open", "closing"]
InspectionState = Literal["none", "testing"]
DecksState = Literal[
    "none",
    "received",
    "inspected",
    "verified",
    "spread",
    "idle",
    "arrived",
    "looked",
    "washed",
    "ready",
]
ShuffleState = Literal["idle", "running", "faulted", "miscounted", "by_hand", "done"]
CutState = Literal["none", "due", "cutting", "cover_due", "placed"]
ShoeState = Literal["empty", "burn_due", "ready", "last_round", "rest_due"]
RoundState = Literal[
    "wagering",
    "dealing",
    "deal_out",
    "match_due",
    "insurance",
    "peek_due",
    "deciding",
    "turn_due",
    "dealer_plays",
    "settled",
]
DealerHandState = Literal["none", "down", "due", "drawing", "finished"]
WheelState = Literal["open", "locked", "spinning", "faulted"]
