"""`dealer-assist diagram [CHART]`: the procedure's charts as Mermaid state diagrams.

One chart is bare Mermaid; all of them are a Markdown page, since a file of Mermaid holds one
diagram. Names and guards (in brackets) are as python-statemachine writes them; arrows between the
same two states are one arrow here, and what leaves a state as it is stands in its box, since
Mermaid draws such arrows over each other. What a validator refuses stands in the tables of
`tests/golden/charts`.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from controller.procedure.charts.owners import CHARTS

ARROW = re.compile(r"\s+(\w+) --> (\w+) : (.+)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "chart",
        nargs="?",
        choices=CHARTS,
        metavar="CHART",
        help=f"default: all; {', '.join(CHARTS)}",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")


def main(args: argparse.Namespace) -> int:
    text = diagram(args.chart) if args.chart else page()
    if args.out is None:
        print(text, end="")
        return 0
    try:
        args.out.write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"{args.out}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def diagram(chart: str) -> str:
    drawn: list[str] = []
    arrows: dict[tuple[str, str], list[str]] = {}
    for line in format(CHARTS[chart], "mermaid").splitlines():
        if arrow := ARROW.fullmatch(line):
            arrows.setdefault((arrow[1], arrow[2]), []).append(arrow[3])
        else:
            drawn.append(line)
    for (source, target), events in arrows.items():
        if source == target:
            drawn += [f"    {source} : {event}" for event in events]
        else:
            drawn.append(f"    {source} --> {target} : {'<br/>'.join(events)}")
    return "\n".join(drawn) + "\n"


def page() -> str:
    return "\n".join(f"## {chart}\n\n```mermaid\n{diagram(chart)}```\n" for chart in CHARTS)
