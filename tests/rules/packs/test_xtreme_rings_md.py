"""The rings of the Xtreme wheel in devices.toml are those printed, and a spin says whose it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.bench.simulated import setup
from controller.cli import run
from controller.config import load, pack_of
from controller.errors import ConfigError
from tests.kit.progressives import OPTIONS, XTREME

EACH = {"value": "each", "approval": {"reference": "MD-7", "date": "2026-01-01"}}


def written(folder: Path, old: str = "", new: str = "", **options: Any) -> Path:
    """A Maryland table with Xtreme 16, with one change of its devices.toml."""
    chosen = {"order": "right_to_left", **OPTIONS, **XTREME, **options}
    chosen |= {"main_min_cents": 1500, "main_max_cents": 100_000, "match_max_cents": 10_000}
    ports = {name: f"sim:{name}" for name in setup.DEVICES}
    printed = setup.printed_wheel("maryland", chosen)
    file = setup.write(folder, ports, pack="maryland", options=chosen, wheel=printed).file
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    return file


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", ""),
        ('"350", cents = 35000, weight = 1 }, { name = "300"', '"300"', "xtreme: '350' is missing"),
        ('"primary", cents = 0', '"primary", cents = 5', "xtreme: 'primary' pays $0"),
        ('"secondary"', '"third"', "xtreme: 'third' is in no paytable chosen"),
        ('"25", cents = 2500', '"25", cents = 3000', "community: '25' pays $25"),
        ('"35", cents = 3500', '"36", cents = 3500', "community: '36' is in no paytable chosen"),
        ('"30", cents = 3000', '"25", cents = 3000', "community[7].name: '25' stands in [6] too"),
    ],
)
def test_rings_of_the_wheel_are_those_printed(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    file = written(tmp_path, old, new)

    if not said:
        assert pack_of(load(file)).wheel.xtreme.value
        return
    with pytest.raises(ConfigError) as refused:
        pack_of(load(file))
    assert f"devices.toml: $.wheel.{said}" in str(refused.value)


@pytest.mark.parametrize(("model", "told"), [(EACH, False), (EACH, True), ("hot_spot", False)])
def test_wheel_that_is_told_a_box_alone_cannot_spin_for_each_bettor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], model: object, told: bool
) -> None:
    """`check` names the key; `run` loads the same way."""
    good = told or model != EACH
    file = written(
        tmp_path, "names_wager = true", f"names_wager = {str(told).lower()}", xtreme_model=model
    )

    run(["check", "--config", str(file), "--bench"])

    shown = capsys.readouterr().out
    assert ("$.wheel.names_wager: told the box alone" in shown) is not good
