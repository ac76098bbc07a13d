"""How the templates of the pages are read: escaped, and a name that is missing is an error."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined


def templates() -> Environment:
    """What no page needs more than; a set of its own for each language."""
    return Environment(
        loader=PackageLoader("controller.console"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
