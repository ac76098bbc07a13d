"""Tones of the dealer's page: what the edge shows, for who looks elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from controller.console.drawing.look import Look
from controller.domain.views.view import DealerView, Signal
from tests.kit.pages.play_views import DECIDING
from tests.kit.wires.patience import PATIENCE_MS

from .site import Site

STOP, ASKS = [440, 330], [660]
CHANGES: tuple[Signal, ...] = ("look", "go", "stop", "stop", "pause", "stop")
LISTENED = """
window.tones = [];
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const tone = made.call(this);
  window.tones.push(tone);
  return tone;
};
"""


def looks(signal: Signal, seq: int) -> DealerView:
    return msgspec.structs.replace(DECIDING, signal=signal, seq=seq)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    """Three houses, before the browser's loop runs in this thread."""
    with ExitStack() as stack:
        yield {
            sounds: stack.enter_context(
                Site(tmp_path_factory.mktemp("people"), Look(sounds=sounds))
            )
            for sounds in ("off", "stop", "all")
        }


@pytest.fixture
def listen(sites: dict[str, Site], chromium: Browser) -> Iterator[Callable[[str], Page]]:
    contexts = []

    def listening(sounds: str) -> Page:
        sites[sounds].show(looks("go", 1))
        context = chromium.new_context()
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(LISTENED)
        page = context.new_page()
        page.goto(f"{sites[sounds].url}/dealer")
        return page

    yield listening
    for context in contexts:
        context.close()


def heard(page: Page, count: int) -> list[int]:
    """The tones so far, in hertz, once there are so many."""
    page.wait_for_function("count => window.tones.length >= count", arg=count)
    tones: list[int] = page.evaluate("tones.map((tone) => Math.round(tone.frequency.value))")
    return tones


@pytest.mark.parametrize(
    ("sounds", "expected"), [("stop", [STOP, STOP]), ("all", [ASKS, STOP, STOP])]
)
def test_first_touch_is_answered_and_each_change_of_the_edge_is_heard_once(
    sites: dict[str, Site], listen: Callable[[str], Page], sounds: str, expected: list[list[int]]
) -> None:
    """The touch proves, when the screen is switched on, that somebody can hear it."""
    page = listen(sounds)
    page.locator(".strip .clock").click()
    assert heard(page, 1) == ASKS

    for seq, signal in enumerate(CHANGES, start=2):
        sites[sounds].show(looks(signal, seq))
        page.wait_for_selector(f".layout[data-seq='{seq}']", state="attached")

    wanted = [*ASKS, *chain(*expected)]
    assert heard(page, len(wanted)) == wanted


def test_lost_link_is_heard_as_a_stop(listen: Callable[[str], Page]) -> None:
    page = listen("stop")
    page.locator(".strip .clock").click()
    heard(page, 1)

    page.context.set_offline(True)
    page.evaluate("window.stop()")

    assert heard(page, 3) == [*ASKS, *STOP]


def test_house_that_wants_no_sound_is_sent_none(listen: Callable[[str], Page]) -> None:
    page = listen("off")

    assert page.locator("script[src*=sounds]").count() == 0
