"""Turn the bytes of a tap into a command vouched for by the session it came from.

A body names its target only. Who speaks, in which rank and where is the session's to say, and the
few values that a person types (`reason`, a face, amounts) come beside the body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from controller.domain import commands
from controller.domain.commands import (
    Adjusted,
    Command,
    DealerSignedOn,
    Decision,
    LimitsChanged,
    Notified,
    Paused,
    PersonChanged,
    RulesAccepted,
    RulesRefused,
    TableOpened,
    Where,
)
from controller.domain.plain import is_plain, one_line

_NAMED: dict[str, type[Command]] = {
    kind.__name__: kind
    for kind in vars(commands).values()
    if isinstance(kind, type)
    and issubclass(kind, Command)
    and kind not in {Command, Decision, PersonChanged}
}
"""By its tag: a union of ninety kinds is built anew for each tap that is converted to it."""
PIN = "pin"
SIGNED = (RulesAccepted, RulesRefused)
"""Commands that a person signs with the PIN once more: a page left open signs nothing."""
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
_MORE = {
    Adjusted.__name__: frozenset({"round", "box", "dollars", "form"}),
    Paused.__name__: frozenset({"box", "note"}),
    LimitsChanged.__name__: frozenset({"low", "high", "after", "boxes"}),
    **{kind.__name__: frozenset({PIN}) for kind in SIGNED},
}
"""Typed beside these; elsewhere a key names its round and box."""
_DOLLARS = re.compile(r"\$?([0-9]{1,7})(?:\.([0-9]{2}))?")


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
        if not all(is_plain(text) for text in _texts(fields)):
            raise BadTap("a character that nobody sees")
        fields.update(_typed(fields, tap.fill))
        kind = _NAMED.get(str(fields.get("type")))
        if kind is None:
            raise BadTap("no command of this name")
        command = msgspec.convert(fields, kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadTap("not understood") from error
    if not 8 <= len(tap.rid) <= 64 or not is_plain(tap.rid + tap.token):
        raise BadTap("the request has no id")
    if isinstance(command, Notified):
        command = msgspec.structs.replace(command, whom=by, role=rank)
    if isinstance(command, DealerSignedOn):
        command = msgspec.structs.replace(command, proof="")
    if isinstance(command, TableOpened):
        command = msgspec.structs.replace(command, dealer=by)
    return msgspec.structs.replace(
        command, by=by, rank=rank, where=where, rid=tap.rid, token=tap.token
    )


def pin_in(raw: bytes) -> str:
    """What was typed beside a command that is signed. Raises: BadTap."""
    try:
        return str(msgspec.json.decode(raw, type=Tap).fill.get(PIN, ""))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadTap("not understood") from error


def _cents(text: str) -> int:
    found = _DOLLARS.fullmatch(text)
    if found is None:
        raise BadTap("not an amount")
    return int(found[1]) * 100 + int(found[2] or 0)


def _typed(fields: dict[str, Any], fill: dict[str, str | int]) -> dict[str, Any]:
    more = _MORE.get(str(fields.get("type")), frozenset())
    if fill.keys() - _TYPED - more:
        raise BadTap("not a field that is typed")
    typed = {k: one_line(v) if isinstance(v, str) else v for k, v in fill.items()}
    if not all(is_plain(text) for text in _texts(typed)):
        raise BadTap("a character that nobody sees")
    typed.pop(PIN, None)
    for name in ("round", "box"):
        if name in typed:
            typed[name] = _whole(typed[name])
    for name, cents in (("dollars", "cents"), ("low", "low_cents"), ("high", "high_cents")):
        if name in typed:
            typed[cents] = _cents(str(typed.pop(name)))
    if "after" in typed:
        typed["after_min"] = _whole(typed.pop("after"))
    if "boxes" in typed:
        named = re.findall(r"[^\s,]+", str(typed.pop("boxes")))
        return {**typed, "kept": [_whole(box) for box in named]}
    if isinstance(cards := typed.get("cards"), str):
        typed["cards"] = _whole(cards)
    if "face" in typed and fields.get("type") == "FactAnswered":
        typed["answer"] = typed.pop("face")
    return typed


def _texts(value: object) -> Iterator[str]:
    """Every text in it, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield from (str(key), *_texts(inside))
    elif isinstance(value, list):
        for inside in value:
            yield from _texts(inside)


def _whole(value: str | int) -> int:
    if not (_is_number(str(value)) and len(str(value)) < 9):
        raise BadTap("not a number")
    return int(value)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
