"""devices.toml: what is decoded, and the one line that says what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import Struct
from pytest_mock import MockerFixture

from controller.config import Config, load, pack_of
from controller.errors import ConfigError
from controller.for_play import not_for_play
from drivers.catalog import Entry
from tests.layout import ROOT


class Nothing(Struct, frozen=True):
    """A driver without settings."""


EXAMPLE = ROOT / "devices.toml"


def edited(folder: Path, old: str = "", new: str = "") -> Path:
    """The example with one edit."""
    text = EXAMPLE.read_text()
    assert old in text
    file = folder / "devices.toml"
    file.write_text(text.replace(old, new, 1))
    return file


def refused(file: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load(file)
    said = str(caught.value)
    assert "\n" not in said
    return said


@pytest.fixture
def example() -> Config:
    return load(EXAMPLE)


def test_example_is_a_table_of_four_devices_and_a_keypad(example: Config) -> None:
    assert [d.role for d in example.devices] == [
        "card_reader",
        "shuffler",
        "shoe_scanner",
        "wheel",
        "keys",
    ]
    assert example.table.asset_number == "BJ-07"
    assert example.text == EXAMPLE.read_text()


def test_example_plays_its_pack(example: Config) -> None:
    """The operator's options are set on the pack, and the devices that they need are there."""
    pack = pack_of(example)

    assert pack.name == "massachusetts-bonus-spin"
    assert pack.deal.variant.value == "hole_card_reader"


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    """No search path: the file's own folder is where its paths begin."""
    config = load(edited(tmp_path))

    assert config.journal.path == tmp_path / "var/journal.db"
    assert config.journal.keys == tmp_path / "var/keys"
    assert config.people.path == tmp_path / "var/people.json"


def test_absolute_path_stays_as_written(tmp_path: Path) -> None:
    config = load(edited(tmp_path, '"var/journal.db"', '"/var/lib/dealer-assist/journal.db"'))

    assert config.journal.path == Path("/var/lib/dealer-assist/journal.db")


def test_file_that_is_missing_is_named(tmp_path: Path) -> None:
    said = refused(tmp_path / "devices.toml")

    assert said == f"T110 {tmp_path}/devices.toml: no such file. Name it with --config"


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        (
            'driver = "keypad"\n',
            'driver = "keypad"\nbuad = 9600\n',
            "$.device[4].buad",
            "unknown key. Allowed here: name, role,",
        ),
        ("[console]", "[consoles]", "$.consoles", "unknown key. Allowed here: table, rules,"),
        ("shoe_side", "shoeside", "$.table.shoeside", "unknown key. Allowed here: asset_number,"),
        (
            'location = "Pit 2, table 7"\n',
            "",
            "$.table.location",
            "missing. Add it; the keys here: ",
        ),
        ("port = 8642", "port = 86420", "$.console.port", "Expected `int` <= 65535"),
        ("port = 8642", 'port = "8642"', "$.console.port", "Expected `int`, got `str`"),
        (
            'shoe_side = "left"',
            'shoe_side = "rear"',
            "$.table.shoe_side",
            "Use one of: left, right",
        ),
        ('"06:00"', '"25:00"', "$.table.gaming_day_start", "Use a time of day such as 06:00"),
        ("America/New_York", "America/Bostn", "$.table.timezone", "no time zone 'America/Bostn'"),
        (
            '"casino_supervisor"',
            '"pit boss"',
            "$.roles.Games shift manager",
            "'pit boss' is no rank. Use one of: dealer,",
        ),
        ("weight = 20", "weight = 0", "$.wheel.sections[0].weight", "Expected `int` >= 1"),
        (
            "weight = 12",
            "weigth = 12",
            "$.wheel.sections[1].weigth",
            "unknown key. Allowed here: name, cents, weight",
        ),
        ('name = "15"', 'name = "10"', "$.wheel.sections[1].name", "'10' stands in [0] too"),
        ('name = "shoe"', 'name = "reader"', "$.device[2].name", "'reader' stands in [0] too"),
        ("04d9:a02a", "1209:da02:WH-0007", "$.device[4].port", "stands in [3] too"),
        (
            'role = "shoe_scanner"',
            'role = "wheel"',
            "$.device[3].role",
            "'wheel' stands in [2] too",
        ),
        (
            'role = "keys"',
            'role = "wheel"',
            "$.device[4].role",
            "keypad serves no 'wheel'. Use one of: keys",
        ),
        ('driver = "keypad"', 'driver = "kaypad"', "$.device[4].driver", "kaypad"),
        (
            'name = "wheel"',
            'name = "Wheel!"',
            "$.device[3].name",
            "Use small letters, digits, - and _",
        ),
        ('path = "var/journal.db"', "path = 7", "$.journal.path", "Expected a path, got 7"),
    ],
)
def test_error_says_where_and_what_in_one_line(
    tmp_path: Path, old: str, new: str, where: str, what: str
) -> None:
    """Unknown key, wrong unit range or duplicate name stops the start."""
    said = refused(edited(tmp_path, old, new))

    assert said.startswith(f"T110 devices.toml: {where}: ")
    assert what in said


def test_file_that_is_no_toml_names_the_line(tmp_path: Path) -> None:
    said = refused(edited(tmp_path, "[console]", "[console"))

    assert said.startswith("T110 devices.toml: this is not TOML: ")
    assert "line" in said


@pytest.mark.parametrize("section", ["table", "rules", "console", "journal", "people"])
def test_section_that_is_missing_is_named(tmp_path: Path, section: str) -> None:
    text = EXAMPLE.read_text()
    start = text.index(f"[{section}]")
    end = text.index("\n[", start) + 1
    if section == "rules":
        end = text.index("[wheel]")
    (tmp_path / "devices.toml").write_text(text[:start] + text[end:])

    said = refused(tmp_path / "devices.toml")

    assert said == f"T110 devices.toml: $.{section}: the section is missing. Add it"


def test_table_without_a_shoe_is_refused(tmp_path: Path) -> None:
    """Every card is counted by the shoe: without one there is no table."""
    text = EXAMPLE.read_text()
    start = text.index("# USB devices by")
    end = text.index('[[device]]\nname = "wheel"')
    (tmp_path / "devices.toml").write_text(text[:start] + text[end:])

    assert "no device has the role shoe_scanner" in refused(tmp_path / "devices.toml")


def test_variant_with_reader_is_refused_when_there_is_no_reader(tmp_path: Path) -> None:
    """MA 7.i: the variant dealt names the device that it needs."""
    text = EXAMPLE.read_text()
    start = text.index("# Serial devices by")
    end = text.index('[[device]]\nname = "shuffler"')
    (tmp_path / "devices.toml").write_text(text[:start] + text[end:])

    with pytest.raises(ConfigError, match="no device has the role card_reader"):
        pack_of(load(tmp_path / "devices.toml"))


def test_table_plays_without_reader_shuffler_and_wheel_when_the_options_need_none(
    tmp_path: Path,
) -> None:
    """MA 7.i, 4.a: no reader, shuffled by hand, no Bonus Spin: the shoe is enough."""
    text = EXAMPLE.read_text()
    start, end = text.index("# Serial devices by"), text.index("# USB devices by")
    wheel, keypad = text.index('[[device]]\nname = "wheel"'), text.index("# The four rail keys")
    text = text[:start] + text[end:wheel] + text[keypad:]
    text = text.replace(
        'variant = "hole_card_reader"',
        'variant = "hole_card"\nmethod = "manual"\nbonus_spin = "off"',
    )
    (tmp_path / "devices.toml").write_text(text)

    pack = pack_of(load(tmp_path / "devices.toml"))

    assert pack.wheel.bonus_spin.value == "off"


def test_file_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_bytes(b'[table]\nlocation = "\xff"\n')

    assert "devices.toml: is not UTF-8 text (line 2)" in refused(tmp_path / "devices.toml")


def test_table_without_any_device_is_refused(tmp_path: Path) -> None:
    text = EXAMPLE.read_text()
    head = text[: text.index("# Serial devices by")].replace("[table]", "device = []\n[table]", 1)
    (tmp_path / "devices.toml").write_text(head)

    assert "$.device: there is none. Add a [[device]] table" in refused(tmp_path / "devices.toml")


def test_bonus_spin_is_refused_when_the_house_gives_no_wheel(tmp_path: Path) -> None:
    """The text gives no wheel table, so the house must."""
    text = EXAMPLE.read_text()
    start, end = text.index("# AN EXAMPLE"), text.index("# Consoles are")
    (tmp_path / "devices.toml").write_text(text[:start] + text[end:])

    with pytest.raises(ConfigError, match=r"\$\.wheel: the section is missing"):
        pack_of(load(tmp_path / "devices.toml"))


def test_example_wheel_is_not_for_play_until_its_approval_is_named(
    tmp_path: Path, example: Config
) -> None:
    approved = load(
        edited(
            tmp_path,
            "# Consoles are",
            '[wheel.approval]\nreference = "W-1"\ndate = "2026-01-31"\n# Consoles are',
        )
    )

    assert any("wheel" in reason for reason in not_for_play(example))
    assert not_for_play(approved) == ()


def test_approval_that_has_ended_is_not_for_play(tmp_path: Path) -> None:
    """Of the wheel, of a device or of an option: told with its reference and its last day."""
    wheel = '[wheel.approval]\nreference = "W-1"\ndate = "2020-01-31"\nexpires = "2020-12-31"\n'
    ended = load(edited(tmp_path, "# Consoles are", f"{wheel}# Consoles are"))

    assert not_for_play(ended) == ("wheel: approval W-1 ended on 2020-12-31",)


CLEAR = Entry(Nothing, {"shoe_scanner": object}, identity_in_clear=True)
IN_CLEAR = (
    "shoe: face-down cards travel in clear on this link; "
    "locked conduit and approval reference required"
)


@pytest.mark.parametrize(
    ("approval", "reasons"),
    [("", (IN_CLEAR,)), ('approval = { reference = "C-9", date = "2026-01-31" }\n', ())],
    ids=["without approval", "with approval"],
)
def test_shoe_whose_link_shows_cards_is_not_for_play_without_approval(
    tmp_path: Path, mocker: MockerFixture, approval: str, reasons: tuple[str, ...]
) -> None:
    """A link that carries identities in clear needs a locked conduit and an approval.

    Source: console/README 1.4.
    """
    installed = mocker.Mock(load=lambda: CLEAR)
    mocker.patch("drivers.catalog.entry_points", return_value=[installed])
    text = EXAMPLE.read_text().replace('serial = "SH-0007"\n', approval, 1)
    shoe = text.index('role = "shoe_scanner"')
    text = text[:shoe] + text[shoe:].replace('driver = "tablelink"', 'driver = "clear-shoe"', 1)
    (tmp_path / "devices.toml").write_text(text)

    found = not_for_play(load(tmp_path / "devices.toml"))

    assert tuple(reason for reason in found if "wheel" not in reason) == reasons


def test_what_is_to_be_done_begins_a_sentence_in_every_message() -> None:
    """`T110 no PIN was given. at a terminal, or as a line: ...`."""
    said = re.compile(r"""^ *do = f?["']([^"']*)|\bdo=f?["']([^"']*)""", re.MULTILINE)
    found = [
        f"{path.name}: {words}"
        for path in (ROOT / "controller").rglob("*.py")
        for words in map("".join, said.findall(path.read_text(encoding="utf-8")))
        if words[:1].islower()
    ]

    assert found == []
