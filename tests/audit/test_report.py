"""The page of an exported round: its money, its steps, who was there, and how to check it."""

from __future__ import annotations

import re
import zipfile
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from controller.cli import run
from controller.domain import commands as cmd
from controller.domain import facts as fact
from tests.kit.evening import house

from .shift import Shift, disputed, played, shift

PACKS = ("massachusetts", "massachusetts-bonus-spin", "maryland", "boston-billiard", "pure-21-5")
AMOUNT = re.compile(r"\$([\d,]+(?:\.\d+)?)")
TOLD = re.compile(r"^(No longer: )?Box \d.*: (paid|taken)\b[^,]*, \$([\d,]+\.\d+)")


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.audit.evidence.PRINTERS", ())


def evidence(path: Path, number: int = 1, reason: str = "box 4 <b>") -> tuple[str, str]:
    """The page and the story of that round, out of its zip."""
    to = path.parent / f"round-{number}.zip"
    said = ["--reason", reason, "--who", "Agent Vance", "-o", str(to)]
    assert run(["journal", "export", str(path), "--round", str(number), *said]) == 0
    with zipfile.ZipFile(to) as made:
        return made.read("story.html").decode(), made.read("story.txt").decode()


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def cells(html: str) -> list[list[str]]:
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)
    return [[plain(td) for td in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in rows]


def money(page: str) -> tuple[list[list[str]], str]:
    """The lines of `Money, box by box`, and its last one's sum."""
    table = page.partition("Money, box by box")[2].partition("</table>")[0]
    body, _, foot = table.partition("<tfoot>")
    return [row for row in cells(body) if row], cells(foot)[0][1]


def cents(text: str) -> Fraction:
    found = AMOUNT.search(text)
    assert found is not None, text
    return Fraction(found[1].replace(",", "")) * 100 * (-1 if text.startswith("\u2212") else 1)


def settled(story: str) -> Fraction:
    """What the story tells as paid less what it tells as taken, fees of the bank aside."""
    total = Fraction(0)
    for line in story.splitlines():
        found = TOLD.match(line[38:].split("  ")[-1].strip())
        if found and ", fee:" not in line and ", bank:" not in line:
            sign = (1 if found[2] == "paid" else -1) * (-1 if found[1] else 1)
            total += sign * Fraction(found[3].replace(",", "")) * 100
    return total


CARDS = "8c 9d 6h 7d 5h 9c 5s Kd 6d 8d 9s 3c 4h 8h 5d 7s 6c 9h 8s 7c 5c 4s 3d"


def a_round(on: Shift, **wagers: dict[int, int | None]) -> None:
    """Three boxes, a match wager at 4, dealt to the end; who chooses stands."""
    if on.house.pack.deal.bank.value == "player_dealer":
        on.put(cmd.BankSet(box=2, on=True, cents=50000))
    lies: dict[str, dict[int, int | None]] = {
        "main": {1: 1000, 4: 1000, 6: 1000},
        "match": {4: 500},
    }
    on.lit(1, 4, 6, **(lies | wagers))
    cards = iter(CARDS.split())
    for _ in range(40):
        if on.play.round == "settled":
            break
        press = next((s for s in ("act7", "act1") if on.offered(s)), "")
        press = "" if on.play.round == "wagering" else press
        if press:
            assert on.press(press).verdict == "accepted"
        else:
            on.draw(next(cards))
    on.put(cmd.LayoutCleared(), after_ms=6000)


@pytest.mark.parametrize("pack", PACKS)
def test_money_adds_up_to_the_settlement(pack: str, tmp_path: Path) -> None:
    """Each wager has its line; the sum is what the story tells as paid and taken."""
    path = tmp_path / "journal.db"
    with shift(path, at=house(pack)) as on:
        on.opened()
        a_round(on)

    page, story = evidence(path)
    lines, total = money(page)
    players = [line for line in lines if line[1] not in ("fee", "bank")]
    assert {(line[0], line[1]) for line in players} >= {("1", "main"), ("4", "main"), ("6", "main")}
    assert sum(cents(line[5]) for line in players) == cents(total) == settled(story) != 0
    bank = [line for line in lines if line[1] == "bank"]
    assert sum(cents(line[5]) for line in (*players, *bank)) == 0 or not bank


def test_money_paid_at_its_own_turn_is_in_the_same_table(tmp_path: Path) -> None:
    """Match, double, insurance, a spin and a blackjack, each on a line of its own, once."""
    path = tmp_path / "journal.db"
    mains: dict[int, int | None] = {1: 1000, 3: 1500, 4: 1000, 5: 2000, 7: 1000}
    with shift(path) as on:
        on.opened()
        on.lit(*mains, main=mains, match={4: 500, 7: 500}, bonus_spin={3: 500, 5: 500})
        on.draw("8c 9d 6h As 7d Ac 5h 9c 5s Kd Qh 8d")
        on.press("act1")
        on.press("act1")
        on.put(cmd.Insured(box=3, on=True, cents=500))
        on.peek(False)
        on.draw("4d")
        on.press("act1")
        on.put(cmd.Double(box=4, hand=1, cents=1000))
        on.draw("9s")
        on.press("act1")
        on.press("act7")
        on.reading(fact.SeatButtonPressed, "wheel", box=5)
        on.reading(fact.SpinDone, "wheel", order=on.state.orders[-1].wire, section="50")
        on.put(cmd.LayoutCleared(), after_ms=6000)

    page, story = evidence(path)
    lines, total = money(page)
    assert [line[:6] for line in lines] == [
        ["1", "main", "$10", "17 under 19", "", "\u2212$10"],
        ["3", "main", "$15", "18 under 19", "", "\u2212$15"],
        ["3", "insurance", "$5", "no Blackjack", "", "\u2212$5"],
        ["3", "Bonus Spin", "$5", "lost", "", "\u2212$5"],
        ["4", "main", "$20", "20 over 19", "1 to 1", "+$20"],
        ["4", "match", "$5", "no match", "", "\u2212$5"],
        ["5", "main", "$20", "Blackjack", "3 to 2", "+$30"],
        ["5", "Bonus Spin", "$5", "wheel section 50", "", "+$50"],
        ["7", "main", "$10", "17 under 19", "", "\u2212$10"],
        ["7", "match", "$5", "no match", "", "\u2212$5"],
    ]
    assert cents(total) == settled(story) == 4500


def test_wager_that_nobody_counted_is_told_as_such(tmp_path: Path) -> None:
    """Its chips are in no sum, and the sum says so."""
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened()
        a_round(on, main={1: None, 4: 1000, 6: None})

    lines, total = money(evidence(path)[0])
    by_box = {line[0]: line for line in lines if line[1] == "main"}
    assert by_box["4"][2:6] == ["$10", "18 over 17", "1 to 1", "+$10"]
    assert by_box["1"][2:6] == ["not counted", "13 under 17", "", "chips in"]
    assert total == "+$5"


def test_payment_put_right_later_is_in_the_money_of_its_own_round(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened()
        a_round(on)
        a_round(on)
        of: Any = {"round": 1, "cents": 700, "reason": "odds"}
        for wrong in (
            cmd.Adjusted(box=1, direction="pay", form="4711", **of),
            cmd.Adjusted(box=4, direction="take", form="4712", **of),
            cmd.Adjusted(box=6, direction="take", recovered=False, form="4713", **of),
        ):
            assert on.floor(wrong, rank="casino_supervisor").verdict == "accepted"

    lines, total = money(evidence(path)[0])
    later = {line[0]: line[3:6:2] for line in lines if line[1] == "adjusted"}
    assert later == {
        "1": ["paid wrong, form 4711", "+$7"],
        "4": ["paid wrong, form 4712", "\u2212$7"],
        "6": ["paid wrong, $7 not recovered", "$0"],
    }
    assert total == "\u2212$15"
    assert "adjusted" not in str(money(evidence(path, 2)[0]))


# ---- steps ----
def steps(page: str) -> list[tuple[str, list[str]]]:
    """Whether a line is marked, and its cells."""
    table = page.partition('class="rows steps"')[2].partition("</table>")[0]
    found = re.findall(r"<tr([^>]*)>(.*?)</tr>", table, re.DOTALL)
    return [(mark, row) for mark, html in found for row in cells(f"<tr>{html}</tr>") if row]


@pytest.fixture(scope="module")
def dispute(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The page and the story of a round with a correction, and a ten that held the table."""
    path = tmp_path_factory.mktemp("dispute") / "journal.db"
    with pytest.MonkeyPatch.context() as patch, shift(path) as on:
        patch.setattr("controller.audit.evidence.PRINTERS", ())
        on.put(fact.PeopleFound(people=(), licences=(("M. Okafor", "L-33871"),)), after_ms=0)
        played(on.opened())
        disputed(on)
        on.put(cmd.LayoutCleared(), after_ms=6000)
        return evidence(path, 2, "box 4: \u202e<script>alert(1)</script>")


def known(page: str, begin: str) -> set[str]:
    return {row[-3] for _, row in steps(page) if row[-4].startswith(begin)}


def test_each_step_says_by_what_it_is_known(dispute: tuple[str, str]) -> None:
    """A device, a person who pressed, the house's rule, or the name of who ruled."""
    page, _ = dispute
    assert known(page, "Cards 1 to 8 of the deal, face down") == {"scanner"}
    assert known(page, "DEAL OK") == {"attested"}
    assert known(page, "Ruled: ") == {"M. Okafor"}
    assumed = {row[-4] for _, row in steps(page) if row[-3] == "assumed"}
    assert "Box 1 stands on 19, assumed: nobody pressed" in assumed
    assert all(what.endswith("assumed: nobody pressed") for what in assumed)


def test_hold_and_ruling_are_marked_and_each_clause_says_what_it_means(
    dispute: tuple[str, str],
) -> None:
    page, _ = dispute
    marked = [row[-4] for mark, row in steps(page) if "flag" in mark]
    assert [what.partition(":")[0] for what in marked] == [
        "Refused",
        "10♥ left the shoe Held",
        "Ruled",
    ]
    said = {row[-2]: row[-1] for _, row in reversed(steps(page)) if not row[-1].startswith("as a")}
    assert said["MA 15.b"] == "A 10 of any suit found in the shoe is not used"
    assert all(said.values())
    assert not any("\N{HORIZONTAL ELLIPSIS}" in row[-1] for _, row in steps(page))
    assert len([row for _, row in steps(page) if row[-1] == said["MA 7.d.1"]]) == 1
    assert "a floorperson removes it in a Commission-approved manner" in page


def test_rows_before_the_first_wager_are_left_out_and_the_page_says_which(tmp_path: Path) -> None:
    """The opening stands in story.txt and in rows.db; the round's first wager begins the page."""
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened()
        a_round(on)

    page, story = evidence(path)
    said = re.search(r"(\d+) rows, (\d+) to (\d+), are left out", plain(page))
    assert said is not None
    assert "Checklist:" in story
    shown = [row[3] for _, row in steps(page) if len(row) > 4]
    assert "Checklist:" not in page
    assert int(said[3]) < int(shown[0].partition("\N{EN DASH}")[0])
    assert steps(page)[0][1][4].startswith("Box 1 in ; Box 4 in ; Box 6 in ; ")
    numbers = re.findall(r"^ *\d+  [\d:.]+  [\d:]+Z +(\d+)  ", story, re.MULTILINE)
    assert numbers.index(said[3]) + 1 == int(said[1])


# ---- the head of the page ----
def test_round_that_was_voided_says_by_whom_and_that_every_wager_went_back(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened()
        on.lit(1, 3, main={1: 1000, 3: 1000}, match={1: 500})
        on.draw("8c 6d 7c 8h 5h 5s")
        on.press("act1")
        voided = cmd.RoundVoided(reason="camera")
        assert on.floor(voided, rank="casino_supervisor").verdict == "accepted"
        on.put(cmd.LayoutCleared(), after_ms=6000)

    page, _ = evidence(path)
    lines, total = money(page)
    assert [line[:4] for line in lines] == [
        ["1", "main", "$10", "no result"],
        ["1", "match", "$5", "no result"],
        ["3", "main", "$10", "no result"],
    ]
    assert total == "$0"
    said = plain(page).partition("Irregularity and ruling")[2].partition("Steps")[0]
    assert said.startswith(" Round void (MA ")
    assert "by M. Okafor, casino supervisor." in said
    assert "camera" in said


def test_page_shows_no_card_before_its_step(dispute: tuple[str, str]) -> None:
    """At the hold the hole card is a back; its face comes with its own step."""
    page, _ = dispute
    drawn = page.partition("<svg")[2].partition("</svg>")[0]
    assert "7♦" in drawn
    assert "J♥" not in drawn
    assert drawn.count('class="x"') == 1
    held = drawn.partition('<g class="h">')[2].partition("</g>")[0]
    assert plain(held) == "3 15"
    first = next(n for n, (_, row) in enumerate(steps(page)) if "J♥" in row[-4])
    assert steps(page)[first][1][-4].startswith("Hole card turned")


def test_page_says_which_round_who_was_there_what_was_ruled_and_how_to_check_it(
    dispute: tuple[str, str],
) -> None:
    page = plain(dispute[0])
    assert "Round 2 of gaming day 2026-09-21" in page
    assert "Local 10:14:14 to 10:14:42 EDT" in page
    assert "UTC 14:14:14 to 14:14:42" in page
    assert "Video 10:13:14 to 10:15:42 EDT" in page
    assert "dealer Dana R. floorperson M. Okafor, L-33871 casino supervisor R. Vance" in page
    ruled = page.partition("Irregularity and ruling")[2].partition("Steps")[0]
    assert ruled.startswith(" Ten: 10♥ to box 3 (MA 15.b). Raised 10:14:31.")
    assert "R. Vance, casino supervisor, 10:14:33" in ruled
    assert "Ruled : REMOVED AS APPROVED 10:14:34, by M. Okafor, floorperson." in ruled
    assert "sh prove.sh rows.db signing.pub" in page
    assert "dealer-assist journal verify journal.db --public-key signing.pub" in page


def test_page_obeys_no_text_and_needs_nothing_from_outside(dispute: tuple[str, str]) -> None:
    page, _ = dispute
    assert "box 4: \\u202e&lt;script&gt;" in page
    assert not re.search(r"<script|\bon\w+=|https?:|url\(|<link|<img|@import", page)
    assert "\u202e" not in page
