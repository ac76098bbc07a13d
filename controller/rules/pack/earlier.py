"""Read the text of a pack that an earlier version recorded.

A record embeds its pack, and packs gain and lose leaves from version to version. A leaf that the
earlier text lacks, or that can no longer be read, is taken from the pack as it is shipped
now; what the earlier text says and this version still understands stands as it was.
"""

from __future__ import annotations

from typing import Any

import msgspec

from controller.errors import PackError

from .files import read
from .load import decoded, parse, place
from .pack import Pack

Table = dict[str, Any]


def parse_recorded(text: str, name: str, where: str) -> Pack:
    """The pack of a record, in the shape of this version.

    Raises: PackError where the pack is not shipped any more or the text is another pack's.
    """
    try:
        return parse(text, where)
    except PackError:
        earlier, now = _toml(text, where), _toml(read(name), where)
        if earlier.get("name") != now["name"]:
            raise
    merged = {section: _merged(held, earlier.get(section)) for section, held in now.items()}
    for _ in range(sum(len(held) for held in now.values() if isinstance(held, dict))):
        try:
            return decoded(merged, where)
        except PackError as error:
            section, key = place(str(error))
            if merged.get(section, {}).get(key) == now.get(section, {}).get(key):
                raise
            merged[section][key] = now[section][key]
    raise AssertionError(where)


def _toml(text: str, where: str) -> Table:
    try:
        found: Table = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise PackError(str(error), where=where) from error
    return found


def _merged(now: Any, earlier: Any) -> Any:
    """The keys of this version in its order, each as the earlier text has it."""
    if not isinstance(now, dict):
        return now if earlier is None else earlier
    if not isinstance(earlier, dict):
        return now
    return {key: earlier.get(key, leaf) for key, leaf in now.items()}
