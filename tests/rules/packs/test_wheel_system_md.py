"""Maryland's progressives need an approved system, a device at each box, and the house's form."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import load, pack_of
from controller.errors import ConfigError
from tests.rules.examples.test_clauses_wheel_options_md import devices, wheel

AREAS = "[layout]\nmain = {all}\nmatch = {all}\nbonus_spin = {bonus}\n"
ALL, SIX = "[1, 2, 3, 4, 5, 6, 7]", "[1, 2, 3, 4, 5, 6]"


def written(folder: Path, *changes: tuple[str, str], areas: str = "") -> Path:
    file = devices(folder, "B", wheel("B"))
    text = file.read_text()
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    if areas:
        text = text.replace("[wheel]", AREAS.format(all=ALL, bonus=areas) + "[wheel]")
    file.write_text(text)
    return file


@pytest.mark.clause("MD 2.B.7")
@pytest.mark.parametrize("gone", ['system = "PTG 7"\n', ""])
def test_bonus_spin_is_refused_without_the_approved_system(tmp_path: Path, gone: str) -> None:
    """MD 2.B.7: offered, and no progressive system is configured."""
    file = written(tmp_path, *([(gone, "")] if gone else []))
    if not gone:
        text = file.read_text()
        start = text.index("[wheel]")
        file.write_text(text[:start] + text[text.index("]\n", text.index("sections")) + 2 :])

    with pytest.raises(ConfigError, match=r"MD 2\.B\.7\)"):
        pack_of(load(file))


@pytest.mark.clause("MD 2.B.4.b")
@pytest.mark.parametrize(
    ("areas", "seats", "clause"), [(SIX, ALL, r"MD 2\.B\.4\.b"), (ALL, SIX, r"MD 2\.B\.7\.a")]
)
def test_bonus_spin_is_refused_when_a_box_lacks_its_area_or_its_device(
    tmp_path: Path, areas: str, seats: str, clause: str
) -> None:
    """MD 2.B.4.b: seat 7 has no area; with an area but no device it is the other clause."""
    file = written(tmp_path, (f"seats = {ALL}", f"seats = {seats}"), areas=areas)

    with pytest.raises(ConfigError, match=clause):
        pack_of(load(file))


def test_wheel_with_system_areas_and_devices_loads(tmp_path: Path) -> None:
    assert pack_of(load(written(tmp_path, areas=ALL))).wheel.bonus_spin.value == "progressive"


def test_amount_of_the_tax_form_is_asked_for_where_a_jackpot_can_be_hit(tmp_path: Path) -> None:
    """It has no default (console/README 6)."""
    with pytest.raises(ConfigError, match="tax_form_from"):
        pack_of(load(written(tmp_path, ("tax_form_from = 120000\n", ""))))
