"""`dealer-assist diagram [CHART]`: the procedure's charts as Mermaid state diagrams.

One chart is bare Mermaid; all of them are a Markdown page, since a file of Mermaid holds one
diagram. The drawing is python-statemachine's own; it shows guards in brackets. What a validator
refuses stands in the tables of `tests/golden/charts`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from controller.procedure.owners import CHARTS


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
    return format(CHARTS[chart], "mermaid")


def page() -> str:
    return "\n".join(f"## {chart}\n\n```mermaid\n{diagram(chart)}```\n" for chart in CHARTS)
