"""The people file, PINs and the command that keeps it."""

from __future__ import annotations

import asyncio
import io
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters
from pytest_mock import MockerFixture

from controller.cli import run
from controller.console.sign_in.people import People
from controller.console.sign_in.sessions import Sessions
from controller.console.sign_in.tries import FADE_S, FREE_OF_PLACE, Tries
from controller.errors import ConfigError

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def people(folder: Path) -> People:
    return People(folder / "people.json", QUICK)


def test_person_is_verified_by_the_right_pin_only(tmp_path: Path) -> None:
    store = people(tmp_path)
    store.add("M. Okafor", "floorperson", "4711", "FL-22")

    good = asyncio.run(store.verify("m. okafor", "4711"))
    bad = asyncio.run(store.verify("M. Okafor", "4712"))
    nobody = asyncio.run(store.verify("Nobody", "4711"))

    assert good is not None
    assert (good.name, good.rank, good.licence, good.must_change) == (
        "M. Okafor", "floorperson", "FL-22", True,
    )  # fmt: skip
    assert bad is None
    assert nobody is None


def test_name_that_nobody_has_is_verified_at_the_same_cost(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    """How long an answer takes tells nobody which names there are."""
    store = people(tmp_path)
    known = store.add("M. Okafor", "floorperson", "4711").hash
    verified = mocker.spy(PasswordHasher, "verify")

    asyncio.run(store.verify("Nobody", "4711"))

    (_, stored, _), _ = verified.call_args
    assert extract_parameters(stored) == extract_parameters(known)


def test_file_is_readable_by_its_owner_only_and_holds_no_pin(tmp_path: Path) -> None:
    store = people(tmp_path)
    store.add("M. Okafor", "floorperson", "471147")

    file = tmp_path / "people.json"

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"471147" not in file.read_bytes()
    assert b"$argon2id$" in file.read_bytes()


def test_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    store = people(tmp_path)
    store.add("M. Okafor", "floorperson", "4711")
    (tmp_path / "people.json").chmod(0o644)

    with pytest.raises(ConfigError, match="others may read"):
        store.all()


def test_damaged_file_is_an_error_and_not_an_empty_list(tmp_path: Path) -> None:
    file = tmp_path / "people.json"
    file.write_text("{")
    file.chmod(0o600)

    with pytest.raises(ConfigError, match="damaged"):
        people(tmp_path).all()


@pytest.mark.parametrize("pin", ["", "123", "0000", "12a4", "1234567890123", "١٢٣٤"])
def test_pin_that_is_none_is_refused(tmp_path: Path, pin: str) -> None:
    """No default PIN (console/README 6)."""
    with pytest.raises(ConfigError, match="PIN"):
        people(tmp_path).add("M. Okafor", "floorperson", pin)


def test_name_is_taken_once_and_can_be_removed(tmp_path: Path) -> None:
    store = people(tmp_path)
    store.add("M. Okafor", "floorperson", "4711")

    with pytest.raises(ConfigError, match="already"):
        store.add("m. OKAFOR", "casino_supervisor", "4711")
    store.remove("M. Okafor")
    with pytest.raises(ConfigError, match="nobody"):
        store.remove("M. Okafor")

    assert store.all() == ()


def test_changed_pin_replaces_the_given_one(tmp_path: Path) -> None:
    store = people(tmp_path)
    store.add("M. Okafor", "floorperson", "4711")

    asyncio.run(store.change("M. Okafor", "8052"))

    changed = asyncio.run(store.verify("M. Okafor", "8052"))
    assert changed is not None
    assert not changed.must_change
    assert asyncio.run(store.verify("M. Okafor", "4711")) is None


@pytest.mark.parametrize("pin", ["1234", "98765", "0022", "3333"])
def test_own_pin_is_not_one_that_others_try_first(tmp_path: Path, pin: str) -> None:
    """One digit over and over, digits in a row, the digits of the person's own licence."""
    store = people(tmp_path)
    store.add("M. Okafor", "floorperson", "4711", "FL-00 22")

    with pytest.raises(ConfigError, match="PIN"):
        asyncio.run(store.change("M. Okafor", pin))

    assert asyncio.run(store.verify("M. Okafor", "4711")) is not None


async def test_session_ends_by_itself_when_nobody_acts(tmp_path: Path) -> None:
    person = people(tmp_path).add("M. Okafor", "floorperson", "4711")
    sessions = Sessions(idle_s=300)
    key = sessions.open(person, once=False)

    await asyncio.sleep(200)
    assert sessions.find(key) is not None
    await asyncio.sleep(200)
    assert sessions.find(key, touch=False) is not None
    await asyncio.sleep(101)

    assert sessions.find(key) is None


ADA = "M. Okafor"


async def test_wrong_pins_make_the_next_try_wait_longer_each_time() -> None:
    tries = Tries()
    waits = []
    for _ in range(5):
        tries.failed(ADA, "own")
        waits.append(tries.wait_s(ADA, "own"))

    assert waits == [0, 0, 15, 30, 60]
    assert tries.wait_s("R. Delgado", "own") == 0
    await asyncio.sleep(60)
    assert tries.wait_s(ADA, "own") == 0


async def test_who_is_guessed_at_elsewhere_signs_in_at_the_table() -> None:
    """Three guesses at a name from somewhere lock nobody out at his own place."""
    tries = Tries()
    for _ in range(5):
        tries.failed(ADA, "10.0.0.66")

    assert tries.wait_s(ADA, "10.0.0.66") == 60
    assert tries.wait_s(ADA, "own") == 0


async def test_guessing_at_one_person_from_many_places_is_slowed_down() -> None:
    tries = Tries()
    for n in range(10):
        tries.failed(ADA, f"10.0.0.{n}")

    assert tries.wait_s(ADA, "10.0.0.99") == 15


async def test_guessing_at_many_people_from_one_place_is_slowed_down() -> None:
    tries = Tries()
    for n in range(FREE_OF_PLACE):
        tries.failed(f"person {n}", "10.0.0.66")

    assert tries.wait_s("somebody new", "10.0.0.66") == 15
    assert tries.wait_s("somebody new", "own") == 0


async def test_counts_fade() -> None:
    tries = Tries()
    for _ in range(2):
        tries.failed(ADA, "own")
    await asyncio.sleep(FADE_S)
    for _ in range(2):
        tries.failed(ADA, "own")

    assert tries.wait_s(ADA, "own") == 0


async def test_right_pin_clears_its_own_count_only() -> None:
    """Who may sign in himself must not buy himself guesses at others."""
    tries = Tries()
    for n in range(FREE_OF_PLACE - 1):
        tries.failed(f"person {n % 5}", "own")
    tries.failed(ADA, "own")

    tries.passed(ADA, "own")

    assert tries.wait_s(ADA, "own") == 0
    tries.failed("person 9", "own")
    assert tries.wait_s(ADA, "own") == 15


def test_command_adds_lists_and_removes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`dealer-assist people add NAME --rank R --pin-stdin | list | remove`."""
    file = ["--file", str(tmp_path / "people.json")]
    monkeypatch.setattr("sys.stdin", io.StringIO("4711\n"))

    added = run(["people", *file, "add", "M. Okafor", "--rank", "floorperson", "--pin-stdin"])
    listed = run(["people", *file, "list"])
    out = capsys.readouterr().out
    removed = run(["people", *file, "remove", "M. Okafor"])
    missing = run(["people", *file, "remove", "M. Okafor"])

    assert (added, listed, removed, missing) == (0, 0, 0, 2)
    assert "M. Okafor  floorperson" in out
    assert "4711" not in out
    assert "nobody is called" in capsys.readouterr().err


def test_people_file_is_named_before_or_behind_the_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = ["--file", str(tmp_path / "people.json")]
    monkeypatch.setattr("sys.stdin", io.StringIO("4711\n"))

    assert run(["people", "add", ADA, "--rank", "dealer", *file]) == 0
    assert run(["people", *file, "list"]) == run(["people", "list", *file]) == 0

    assert capsys.readouterr().out.count(f"{ADA}  dealer") == 2


def test_command_changes_rank_and_pin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A PIN that was given anew must be changed at the next sign-in."""
    people(tmp_path).add(ADA, "floorperson", "4711")
    asyncio.run(people(tmp_path).change(ADA, "8052"))
    file = ["--file", str(tmp_path / "people.json")]
    monkeypatch.setattr("sys.stdin", io.StringIO("1590\n"))

    nothing = run(["people", *file, "change", ADA])
    rank = run(["people", *file, "change", ADA, "--rank", "casino_supervisor"])
    pin = run(["people", *file, "change", ADA, "--pin"])
    nobody = run(["people", *file, "change", "Nobody", "--pin"])

    (found,) = people(tmp_path).all()
    assert (nothing, rank, pin, nobody) == (2, 0, 0, 2)
    assert (found.rank, found.must_change) == ("casino_supervisor", True)
    assert asyncio.run(people(tmp_path).verify(ADA, "1590"))
    assert "nothing to change" in capsys.readouterr().err


@pytest.mark.parametrize("told", ["<&-", "</dev/null"])
def test_command_without_a_terminal_is_one_line_and_no_traceback(tmp_path: Path, told: str) -> None:
    add = f"people --file {tmp_path}/people.json add 'New N.' --rank dealer"
    command = f"{Path(sys.executable).parent}/dealer-assist {add} {told}"
    ended = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, start_new_session=True
    )

    assert ended.returncode == 2
    assert "no PIN was given. Type it at a terminal" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["Ada\u202eFox", "Ada\x07", "\u200bAda", "Ada\nFox", "", "A" * 61])
def test_name_that_is_not_seen_as_it_is_stored_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="needs a name"):
        people(tmp_path).add(name, "dealer", "1234")
