"""What is read from a file is read and decoded once: whoever asks again gets the same thing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.procedure.charts import base
from controller.procedure.reducers.settle import adjusting
from controller.rules import languages, ledger
from controller.rules.pack import files, load
from controller.rules.pack.load import parse
from controller.rules.simulate import strategy

READ: dict[str, Callable[[], object]] = {
    "pack": lambda: load("maryland"),
    "text of a pack": lambda: parse(files.read("maryland"), "maryland"),
    "file of a pack": lambda: files.read("maryland"),
    "names of the packs": files.names,
    "what all packs share": files.common,
    "clauses": ledger.by_id,
    "what the ledger waits for": ledger.waits,
    "strategy": lambda: strategy.load("H17"),
    "words of a language": lambda: languages.catalogue("es"),
    "validator of a chart": lambda: base.asks(adjusting.why_not_adjust, "box"),
}


@pytest.mark.parametrize("what", READ)
def test_the_same_is_read_once(what: str) -> None:
    """Reading and decoding take longer than a step may, and identity is the quickest comparison."""
    assert READ[what]() is READ[what]()
