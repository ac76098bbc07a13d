"""Set the operator's choices, `[rules.options]` of devices.toml, on a pack."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction as Exact
from typing import Any

import msgspec

from controller.domain.structs import replace
from controller.errors import PackError

from .leaf import ASK, Amount, Approval, Choice, Fraction, Odds
from .pack import SECTIONS, Pack

WHERE = "[rules.options]"
Leaf = Choice[Any] | Amount | Fraction | Odds
LEAVES = (Choice, Amount, Fraction, Odds)


def apply_options(pack: Pack, options: Mapping[str, Any]) -> Pack:
    """Return the pack with the operator's values.

    A key is the leaf's name (`split_hands`) or its path (`play.split_hands`); a value stands
    alone or as `{value, approval}`. Raises: PackError for an unknown key, a value that is not
    allowed, or a departure from the pack's own value without an approval.
    """
    known = dict(_choices(pack))
    short = {path.partition(".")[2]: path for path in known}
    for key, given in options.items():
        path = key if key in known else short.get(key, "")
        if not path:
            near = get_close_matches(key.rpartition(".")[2], list(short), 4, 0.4)
            raise PackError(
                f"{pack.name} has no option {key!r}",
                where=WHERE,
                do=f"Allowed: {', '.join(near or sorted(short))}",
            )
        value, approval = _split(given, f"{WHERE} {key}")
        pack = _set(pack, path, _chosen(known[path], value, approval, f"{WHERE} {key}"))
    consistent(pack)
    return pack


def _choices(pack: Pack) -> list[tuple[str, Leaf]]:
    found: list[tuple[str, Leaf]] = []
    for section in SECTIONS:
        held = getattr(pack, section)
        if isinstance(held, dict):
            continue
        for key in held.__struct_fields__:
            leaf = getattr(held, key)
            if isinstance(leaf, LEAVES):
                found.append((f"{section}.{key}", leaf))
    return found


def open_questions(pack: Pack) -> tuple[str, ...]:
    """Paths of the values that have no default and were not given."""
    return tuple(path for path, leaf in _choices(pack) if leaf.value == ASK)


def approvals(pack: Pack) -> tuple[tuple[str, Any, Approval], ...]:
    """Path, value and approval of every choice that departs from the pack under one."""
    return tuple((path, x.value, x.approval) for path, x in _choices(pack) if x.approval)


def expired(pack: Pack, today: str) -> tuple[str, ...]:
    """Paths whose approval ended before `today` (ISO date)."""
    return tuple(path for path, _, a in approvals(pack) if a.expires and a.expires < today)


def _split(given: Any, where: str) -> tuple[Any, Approval | None]:
    if isinstance(given, Mapping):
        value, approval = given.get("value"), given.get("approval")
    elif isinstance(given, msgspec.Struct):
        value, approval = getattr(given, "value", None), getattr(given, "approval", None)
    else:
        return given, None
    if approval is None:
        return value, None
    try:
        plain = msgspec.to_builtins(approval)
        if plain.get("expires") is None:
            plain.pop("expires", None)
        return value, msgspec.convert(plain, Approval)
    except msgspec.ValidationError as error:
        raise PackError(f"approval: {error}", where=where) from error


def _chosen(leaf: Leaf, value: Any, approval: Approval | None, where: str) -> Leaf:
    if wrong := problem(leaf, value):
        raise PackError(wrong, where=where)
    if approval is not None and not approval.reference.strip():
        raise PackError(
            f"the approval of {value!r} has no reference ({leaf.clause})",
            where=where,
            do="Write the reference under which it was approved",
        )
    free = leaf.value == ASK or getattr(leaf, "free", False)
    free = free and value not in getattr(leaf, "filed", ())
    if value != leaf.value and not free and approval is None:
        raise PackError(
            f"{value!r} departs from {leaf.value!r} ({leaf.clause}) without an approval",
            where=where,
            do='Write { value = ..., approval = { reference = "...", date = "..." } }',
        )
    return replace(leaf, value=value, approval=approval)


def problem(leaf: Leaf, value: Any) -> str:
    """Say why a value is not allowed, with what is; empty = allowed."""
    if isinstance(leaf, Choice):
        same = any(type(value) is type(one) and value == one for one in leaf.allow)
        allowed = f"{_list(leaf.allow)} ({leaf.clause})"
        return "" if same else f"{value!r} is not allowed. Allowed: {allowed}"
    if isinstance(leaf, Odds):
        return _odds_problem(leaf, value)
    if value == ASK == leaf.value:
        return ""
    if isinstance(leaf, Fraction):
        if isinstance(value, str) and re.fullmatch(r"\d+/[1-9]\d*", value) and Exact(value) <= 1:
            return ""
        return f"{value!r} is not allowed. Allowed: a share such as 1/5, at most 1/1"
    number = isinstance(value, int) and not isinstance(value, bool)
    if number and leaf.least <= value <= leaf.most:
        return ""
    return f"{value!r} is not allowed. Allowed: {leaf.least} to {leaf.most} ({leaf.clause})"


def _odds_problem(leaf: Odds, value: Any) -> str:
    ceiling = f"at most {leaf.most}" if leaf.most != "none" else "or better"
    refused = f"{value!r} is not allowed. Allowed: {leaf.least} {ceiling} ({leaf.clause})"
    if leaf.least == "none" or value == "none":
        return "" if value == leaf.least else refused
    if not isinstance(value, str) or not re.fullmatch(r"\d+:[1-9]\d*", value):
        return refused
    asked, least = _share(value), _share(leaf.least)
    return "" if least <= asked and (leaf.most == "none" or asked <= _share(leaf.most)) else refused


def _share(odds: str) -> Exact:
    return Exact(odds.replace(":", "/"))


def _list(values: tuple[Any, ...]) -> str:
    return ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in values)


def _set(pack: Pack, path: str, leaf: Leaf) -> Pack:
    section, _, key = path.partition(".")
    held = replace(getattr(pack, section), **{key: leaf})
    return replace(pack, **{section: held})


def complete(pack: Pack) -> None:
    """Check that a table may be opened by it. Raises: PackError for a choice that nobody made."""
    order = pack.settle.order
    if order.value == ASK:
        allowed = _list(tuple(value for value in order.allow if value != ASK))
        raise PackError(
            f"order must be given ({order.clause})", where=WHERE, do=f"Allowed: {allowed}"
        )


def consistent(pack: Pack) -> None:
    """Check what concerns two values at once. Raises: PackError."""
    deal = pack.deal
    for kind in ("main", "match", "break"):
        least, most = getattr(deal, f"{kind}_min_cents"), getattr(deal, f"{kind}_max_cents")
        if ASK not in (least.value, most.value) and least.value > most.value:
            raise PackError(
                f"{kind}_min_cents is above {kind}_max_cents", where=WHERE, do=least.clause
            )
    _device(pack)
    if pack.wheel.bonus_spin_on_meters:
        _needs(pack, "A paytable must be named", "paytable_100", "paytable_500")
        _progressive(pack)
    if pack.wheel.xtreme.value:
        _needs_all(
            pack,
            "xtreme_primary_rate",
            "xtreme_primary_initial_cents",
            "xtreme_primary_reset_cents",
            "xtreme_secondary_rate",
            "xtreme_secondary_initial_cents",
            "xtreme_secondary_reset_cents",
        )


def _device(pack: Pack) -> None:
    """A continuous shuffler has all the cards and no second batch beside it."""
    rules = pack.shuffle
    if rules.continuous_device.value == "off":
        return
    if rules.method.value != "automated" or rules.batches.value > 1:
        raise PackError(
            "continuous_device = on needs method = automated and batches = 1",
            where=WHERE,
            do=f"See {rules.continuous_device.clause}",
        )


def _progressive(pack: Pack) -> None:
    """A paytable with a meter needs its rate, initial and reset amount; one without its prize."""
    wheel = pack.wheel
    if wheel.paytable_100.value == "A":
        _needs_all(pack, "prize_a_cents")
    if wheel.paytable_100.value == "B":
        _needs_all(pack, "meter_100_rate", "meter_100_initial_cents", "meter_100_reset_cents")
    if wheel.paytable_500.value == "C":
        _needs_all(pack, "prize_c_cents")
    if wheel.paytable_500.value == "D":
        _needs_all(pack, "meter_500_rate", "meter_500_initial_cents", "meter_500_reset_cents")


def _needs(pack: Pack, what: str, *keys: str) -> None:
    leaves = [getattr(pack.wheel, key) for key in keys]
    if all(leaf.value == ASK for leaf in leaves):
        clause = pack.wheel.wheel_table.clause
        raise PackError(what, where=WHERE, do=f"Give {' or '.join(keys)} ({clause})")


def _needs_all(pack: Pack, *keys: str) -> None:
    for key in keys:
        leaf = getattr(pack.wheel, key)
        if leaf.value == ASK:
            raise PackError(f"{key} must be given", where=WHERE, do=f"See {leaf.clause}")
