"""A row as text or JSON: payloads as far as MessagePack tells their shape, secrets by length.

A row of before holds the reader's answer in clear: it is left out, for the table may have withheld
it.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import msgspec

from controller.journal.rows import Row
from controller.table.record import RULES, SOFTWARE

from .printed import Identity, is_date, safe, utc

WITHHELD = {"Peeked": "blackjack"}
"""By kind: what a row of before holds and may not be printed."""

MANIFESTS = {SOFTWARE: ("before", "after"), RULES: ("software",)}
"""By kind: lists of everything that ran. What differs stands beside them; `opening` prints all."""


def as_line(row: Row, whose: Identity) -> str:
    payload = safe(_text(_plain(row)))
    kind, source = safe(row.kind), safe(row.source)
    return f"{row.seq:>7}  {whose.moment(row.at_us)}  {source:<12}  {kind:<16}  {payload}"


def as_json(row: Row, whose: Identity) -> str:
    at = utc(row.at_us) if is_date(row.at_us) else None
    local = at.astimezone(whose.zone or UTC) if at else None
    return json.dumps(
        {
            "table": whose.asset,
            "gaming_day": whose.day(row.at_us),
            "seq": row.seq,
            "at": at.isoformat(timespec="microseconds") if at else whose.moment(row.at_us),
            "local": local.isoformat(timespec="milliseconds") if local else None,
            "source": row.source,
            "kind": row.kind,
            "payload": _plain(row),
            "hash": row.hash.hex(),
        }
    )


def _plain(row: Row) -> object:
    try:
        found = _hide(msgspec.msgpack.decode(row.payload))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _bytes(row.payload)
    if row.kind in MANIFESTS and isinstance(found, dict):
        return {k: _parts(v) if k in MANIFESTS[row.kind] else v for k, v in found.items()}
    return _without(found, WITHHELD[row.kind]) if row.kind in WITHHELD else found


def _without(value: Any, key: str) -> object:
    if isinstance(value, dict):
        return {k: "<not shown>" if k == key else _without(v, key) for k, v in value.items()}
    if isinstance(value, list):
        return [_without(v, key) for v in value]
    return value


def _parts(value: object) -> object:
    return f"<{len(value)} parts>" if isinstance(value, list) else value


def _hide(value: Any) -> object:
    if isinstance(value, bytes):
        return _bytes(value)
    if isinstance(value, msgspec.msgpack.Ext):
        return _bytes(bytes(value.data))
    if isinstance(value, dict):
        return {str(_hide(k)): _hide(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_hide(v) for v in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def _bytes(value: bytes) -> str:
    return f"<{len(value)} bytes>"


def _text(value: object) -> str:
    """Write maps as `type key=value`, a text of several lines by their number."""
    if isinstance(value, dict):
        rest = (f"{k}={_text(v)}" for k, v in value.items() if k != "type")
        return " ".join([*([str(value["type"])] if "type" in value else []), *rest])
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    lines = str(value).splitlines()
    return f"<{len(lines)} lines>" if len(lines) > 1 else str(value)
