"""Drivers by name: the literal list first, then an exact entry point."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from pytest_mock import MockerFixture

from drivers import catalog, keypad
from drivers.errors import Refused


def test_tablelink_serves_its_five_roles_and_the_keypad_its_own() -> None:
    """drivers/README: tablelink for all of them."""
    roles = ["card_reader", "shuffler", "shoe_scanner", "wheel", "progressive"]

    assert list(catalog.find("tablelink").devices) == roles
    assert catalog.find("tablelink").role == ""
    assert catalog.find("keypad").role == "keys"
    assert catalog.find("keypad").device("keys") is keypad.Keypad


def test_role_that_a_driver_does_not_serve_is_refused() -> None:
    """The configuration says which roles there are."""
    with pytest.raises(Refused, match="card_reader, shuffler"):
        catalog.find("tablelink").device("lamp")


def test_unknown_driver_is_refused_with_the_names_there_are() -> None:
    """An unknown name is never guessed."""
    with pytest.raises(
        Refused, match=f"no driver 'tabelink'; there are {', '.join(catalog.DRIVERS)}"
    ):
        catalog.find("tabelink")


OFFERED = catalog.Entry(keypad.Settings, {"keys": keypad.Keypad}, identity_in_clear=True)


def test_driver_of_another_package_is_found_by_its_exact_name(mocker: MockerFixture) -> None:
    """drivers/README: only a name not in the list is looked up."""
    point = EntryPoint("acme", "tests.drivers.test_catalog:OFFERED", catalog.GROUP)
    look_up = mocker.patch("drivers.catalog.entry_points", return_value=[point])

    assert catalog.find("acme") is OFFERED
    look_up.assert_called_once_with(group=catalog.GROUP, name="acme")


def test_entry_point_that_is_no_entry_is_refused(mocker: MockerFixture) -> None:
    """What a package offers is checked before use."""
    point = EntryPoint("acme", "drivers.keypad:Keypad", catalog.GROUP)
    mocker.patch("drivers.catalog.entry_points", return_value=[point])

    with pytest.raises(Refused, match="is no catalog entry"):
        catalog.find("acme")
