"""The page and the file of a bench run, as a stranger's reader takes them."""

from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from controller.bench.prove import charts
from controller.bench.prove.junit import junit
from controller.bench.prove.paper import page
from drivers.bench.found import Cell, Counted, Found, Outcome, Section, Unit

AT = datetime(2026, 11, 28, 14, 2, tzinfo=UTC)
UNIT = Unit("shoe_scanner", "Acme", "SC-8", "SH-0007", "2.4.1", "ab" * 32)
FOUND = (
    Found("4.3", "no event is lost", "passed", found="52 events"),
    Found(
        "5.2", "in time", "failed", "3 of 9 late", tried="each within 100 ms", found="3 of 9 late"
    ),
    Found("8.22", "no answer", "skipped", "it does not list `free`", found="not tested"),
)


class Seen(HTMLParser):
    """Every tag must be closed in order; what is fetched from outside is noted."""

    VOID = ("meta", "br", "rect", "path")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.outside += [f"{name}={value}" for name, value in attrs if name in {"src", "href"}]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


def papered(outcome: Outcome) -> tuple[Seen, str]:
    text = page(outcome, port="usb:1209:da01", driver="tablelink", began=AT, ended=AT, by="Ada")
    return Seen(text), text


def test_page_says_who_what_and_the_verdict_and_needs_nothing_from_outside() -> None:
    seen, text = papered(Outcome("known deck, 52 cards", UNIT, FOUND, (1.0, 99.0, 143.0)))
    words = " ".join(seen.words)

    assert seen.open == []
    assert seen.outside == []
    assert "url(" not in text
    assert "Shoe scanner SH-0007" in words
    assert "Not fit for play: one of 2 requirements failed" in words
    assert "limit 100 ms: 1 late" in words
    assert "A second person must accept a pass" in words


def test_what_a_device_says_of_itself_is_no_html() -> None:
    mean = Unit("wheel", "<script>alert(1)</script>", "&", '"><img src=x>')
    sections = (Section("<b>10</b>", 3, 2.0),)
    cells = (Cell("As", "<i>"),)
    counters = (Counted("moved", 1, 2, None),)
    seen, text = papered(
        Outcome("wheel, 3 spins", mean, FOUND, sections=sections, cells=cells, counters=counters)
    )

    assert seen.outside == []
    assert "<script" not in text
    assert "<b>10" not in text


def test_simulated_unit_is_called_so() -> None:
    _, text = papered(Outcome("soak", Unit("wheel", simulated=True), FOUND[:1]))

    assert "A SIMULATED device: this says nothing of any real one." in text
    assert "All 1 requirements passed" in text


def test_wrong_cards_are_named_in_their_cells_and_in_the_table() -> None:
    cells = (Cell("As", "As"), Cell("Kd", "Qd"), Cell("2c", "?"), Cell("3c", ""), Cell("", "4c"))
    seen, _ = papered(Outcome("known deck", UNIT, FOUND, cells=cells))

    for text in ("Kd read as Qd", "3c read as nothing", "no card read as 4c", "not read"):
        assert text in seen.words, text


@pytest.mark.parametrize(
    "took", [(0.01,), (5.0, 5.0), tuple(float(n) for n in range(2000)), (1e6,), (0.0, 0.0)]
)
def test_reply_times_of_any_size_are_drawn_inside_the_picture(took: tuple[float, ...]) -> None:
    picture = ET.fromstring(charts.latency(took))
    bars = picture.findall("rect")

    assert bars
    assert len(bars) <= 60
    for bar in bars:
        x, wide = float(bar.get("x", "")), float(bar.get("width", ""))
        assert 0 <= x <= x + wide <= charts.WIDE


def test_junit_names_unit_and_counts() -> None:
    suite = ET.fromstring(junit("shoe", FOUND))

    assert [suite.get(n) for n in ("tests", "failures", "skipped")] == ["3", "1", "1"]
