"""Turn the bytes of a tap into a command vouched for by the session it came from.

A body names its target only. Who speaks, in which rank and where is the session's to say, and the
few values that a person types (`reason`, a face, amounts) come beside the body.
"""

from __future__ import annotations

import re
from typing import Any, Union

import msgspec
from msgspec import Struct

from controller.domain import commands
from controller.domain.commands import Adjusted, Command, Decision, Notified, Where

_TYPES = tuple(
    kind
    for kind in vars(commands).values()
    if isinstance(kind, type) and issubclass(kind, Command) and kind not in {Command, Decision}
)
_ANY: Any = Union[_TYPES]  # noqa: UP007 - built from the module
_OURS = frozenset({"by", "rank", "where", "rid", "token"})
_TYPED = frozenset(
    {
        "reason",
        "face",
        "answer",
        "cents",
        "cards",
        "seal",
        "reference",
        "shown",
        "shows",
        "name",
        "section",
    }
)
_ADJUSTING = frozenset({"round", "box", "dollars", "form"})
"""Typed for a round that is closed; elsewhere a key names its round and box."""
_DOLLARS = re.compile(r"\$?(\d{1,7})(?:\.(\d\d))?")


class Tap(Struct, frozen=True, forbid_unknown_fields=True):
    rid: str
    body: str
    token: str = ""
    fill: dict[str, str | int] = {}


class BadTap(Exception):
    """The request is not one that our pages send."""


def decode(raw: bytes, *, by: str, rank: str, where: Where) -> Command:
    """Raises: BadTap."""
    try:
        tap = msgspec.json.decode(raw, type=Tap)
        fields = msgspec.json.decode(tap.body, type=dict[str, Any])
        if _OURS & fields.keys():
            raise BadTap("the body names its sender")
        fields.update(_typed(fields, tap.fill))
        command: Command = msgspec.convert(fields, _ANY)
    except msgspec.MsgspecError as error:
        raise BadTap("not understood") from error
    if not 8 <= len(tap.rid) <= 64:
        raise BadTap("the request has no id")
    if isinstance(command, Notified) and where == "floor":
        command = msgspec.structs.replace(command, whom=by, role=rank)
    return msgspec.structs.replace(
        command, by=by, rank=rank, where=where, rid=tap.rid, token=tap.token
    )


def _typed(fields: dict[str, Any], fill: dict[str, str | int]) -> dict[str, str | int]:
    more = _ADJUSTING if fields.get("type") == Adjusted.__name__ else frozenset()
    if fill.keys() - _TYPED - more:
        raise BadTap("not a field that is typed")
    typed = dict(fill)
    for name in ("round", "box"):
        if name in typed:
            typed[name] = _whole(typed[name])
    if "dollars" in typed:
        found = _DOLLARS.fullmatch(str(typed.pop("dollars")))
        if found is None:
            raise BadTap("not an amount")
        typed["cents"] = int(found[1]) * 100 + int(found[2] or 0)
    if isinstance(cards := typed.get("cards"), str):
        if not cards.isdecimal():
            raise BadTap("not a number of cards")
        typed["cards"] = int(cards)
    if "face" in typed and fields.get("type") == "FactAnswered":
        typed["answer"] = typed.pop("face")
    return typed


def _whole(value: str | int) -> int:
    if not str(value).isdecimal():
        raise BadTap("not a number")
    return int(value)
