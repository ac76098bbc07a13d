"""A pack as one text: a leaf a line, its value first, its clause with the ledger's name."""

from __future__ import annotations

from typing import Any


def text_of(pack: dict[str, Any]) -> str:
    """TOML of a table of sections; what stands before the first section is the head."""
    head = [f"{key} = {toml(value)}" for key, value in pack.items() if not isinstance(value, dict)]
    lines = [*head]
    for section, held in pack.items():
        if isinstance(held, dict):
            lines += ["", f"[{section}]", *(f"{key} = {toml(leaf)}" for key, leaf in held.items())]
    return "\n".join(lines) + "\n"


def toml(value: Any) -> str:
    """A value on one line; a text with quotes in it stands in single ones."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _string(value)
        case list() | tuple():
            return f"[{', '.join(map(toml, value))}]"
        case dict():
            return "{ " + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + " }"
    return str(value)


def _string(text: str) -> str:
    if '"' in text and "'" not in text and "\\" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
