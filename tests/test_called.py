"""Nothing in the product is there for its tests alone: what only they call proves nothing."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from tests.layout import ROOT, tracked

ROOMS = ("controller/", "drivers/", "pyproject.toml")
FAR_ENDS = "drivers/sim/"
"""Others test with them too: what nobody calls here is named by the tests."""
CALLED_BY_NAME = {
    "capture_signals": "uvicorn",
    "pytest_addoption": "pytest",
    "pytest_collection_finish": "pytest",
    "in_virtual_time": "pytest, as a fixture",
    "not_of_set": "the firmware of a shoe that has the sensor",
}
DEFINED = re.compile(r"^[ \t]*(?:async )?(?:def|class) (?!__)(\w+)", re.MULTILINE)


def uncalled(texts: dict[str, str]) -> list[str]:
    """Names that are defined in these texts and stand nowhere else in them."""
    words: Counter[str] = Counter()
    defined: defaultdict[str, list[str]] = defaultdict(list)
    for file, text in texts.items():
        words.update(re.findall(r"\w+", text))
        if file.endswith(".py"):
            for name in DEFINED.findall(text):
                defined[name].append(file)
    return sorted(
        f"{files[0]}: {name}"
        for name, files in defined.items()
        if words[name] == len(files) and not files[0].startswith(FAR_ENDS)
    )


def product() -> dict[str, str]:
    files = [f for f in tracked(ROOT) if f.startswith(ROOMS) and not f.endswith((".md", ".png"))]
    return {f: (ROOT / f).read_text("utf-8") for f in files}


def test_everything_that_is_defined_is_called_by_the_product() -> None:
    found = [line for line in uncalled(product()) if line.rpartition(" ")[2] not in CALLED_BY_NAME]

    assert found == []


def test_a_function_that_nobody_calls_is_found() -> None:
    texts = product() | {"controller/idle.py": "def waits_for_nobody() -> None:\n    return\n"}

    assert "controller/idle.py: waits_for_nobody" in uncalled(texts)
