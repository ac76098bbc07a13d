"""Every leaf of a pack is known to the product: it is read, or it can hold no other value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_origin, get_type_hints

import pytest

from controller.errors import PackError
from controller.rules import pack as packs
from controller.rules.pack.follows import FOLLOWS
from controller.rules.pack.pack import Pack
from tests.rules.planted_leaves import Leaf, planted

from .leaf_reads import Reads, cited_only, leaves, unread

hints = lru_cache(maxsize=None)(get_type_hints)


def only_value(section: str, key: str) -> Any:
    """The one value that the leaf's type allows; None = it allows others."""
    kind: Any = hints(Pack)[section]
    if section == "irregularity":
        return None
    found: Any = hints(kind)[key]
    inner: Any = next(iter(getattr(found, "__args__", ())), None)
    allowed: list[Any] = [*inner.__args__] if get_origin(inner) is Literal else []
    return allowed[0] if len(allowed) == 1 else None


ONE_VALUE = frozenset(f"{s}.{k}" for s, k in leaves() if only_value(s, k) is not None)
FIXED = [(s, k) for s, k in leaves() if only_value(s, k) is not None]


def test_every_leaf_is_read_by_the_product_or_fixed_by_its_type() -> None:
    """A leaf that nobody reads would be a rule that changes nothing."""
    fixed = {f"{section}.{key}" for section, key in FIXED}

    assert [leaf for leaf in unread() if leaf not in fixed and leaf not in FOLLOWS] == []


def _other(value: Any) -> str:
    return str(value + 1) if isinstance(value, int) else '"another"'


def _texts(section: str, key: str) -> Iterator[str]:
    """The text of each pack with another value of the leaf."""
    for name in packs.names():
        head, mark, rest = packs.read(name).partition(f"\n[{section}]\n")
        before, found, line = f"\n{rest}".partition(f"\n{key} = {{ value = ")
        assert mark
        assert found
        _, comma, after = line.partition(", clause")
        value = only_value(section, key)
        yield f"{head}{mark}{before[1:]}{found}{_other(value)}{comma}{after}"


@pytest.mark.parametrize(("section", "key"), FIXED, ids=[".".join(one) for one in FIXED])
def test_a_leaf_with_one_value_takes_no_other(section: str, key: str) -> None:
    """The code knows this value only, so a pack cannot state another."""
    for text in _texts(section, key):
        with pytest.raises(PackError, match=key):
            packs.parse(text, "packs/changed.toml")


def test_a_leaf_that_is_only_cited_takes_no_other_value() -> None:
    """It says what follows from another leaf: a pack that states more than is kept does not load.

    `rescue_until`, `refused_card`, `missed_draw` and seven more took any value, and the table did
    the same.
    """
    free = [
        (path, name)
        for path in cited_only()
        if path not in ONE_VALUE
        for name in packs.names()
        if list(planted(Leaf(name, *path.split(".", 1))))
    ]

    assert free == []


def test_a_leaf_of_another_section_is_not_taken_for_it(tmp_path: Path) -> None:
    """`deal.boxes` reads no `play.boxes`, and a pattern without letters of its own reads none."""
    (tmp_path / "one.py").write_text(
        "def f(pack, house, kind):\n"
        "    deal, terms = pack.deal, pack.settle\n"
        "    house.line('bank_short')\n"
        "    getattr(pack.settle, f'fee_schedule_{kind}')\n"
        "    getattr(pack.settle, f'{kind}_{kind}')\n"
        "    return deal.boxes, terms.win\n"
    )

    reads = Reads(tmp_path)

    assert reads.has("deal", "boxes")
    assert reads.has("settle", "win")
    assert reads.has("line", "bank_short")
    assert reads.has("settle", "fee_schedule_3")
    assert not reads.has("play", "boxes")
    assert not reads.has("settle", "lower")
    assert "play.dealer_soft_17" in unread(reads)
