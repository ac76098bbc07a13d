"""The findings as a test suite, for a tool that collects such files."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from drivers.bench.found import Found


def junit(name: str, found: Sequence[Found]) -> bytes:
    failed = sum(one.verdict == "failed" for one in found)
    skipped = sum(one.verdict == "skipped" for one in found)
    numbers = {"tests": str(len(found)), "failures": str(failed), "skipped": str(skipped)}
    suite = ET.Element("testsuite", {"name": name, **numbers})
    for one in found:
        case = ET.SubElement(
            suite,
            "testcase",
            {"classname": one.sentence, "name": one.title, "time": f"{one.ms / 1000:.3f}"},
        )
        if one.verdict != "passed":
            kind = "failure" if one.verdict == "failed" else "skipped"
            ET.SubElement(case, kind, {"message": one.why})
    whole: bytes = ET.tostring(suite, encoding="utf-8", xml_declaration=True)
    return whole
