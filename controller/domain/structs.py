"""`replace` for frozen structs, with a signature that mypy derives from the struct's own fields.

msgspec's takes any keyword. A struct is a dataclass to mypy, so the signature of the standard
library's finds a field that is not there and a value of another type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["replace"]
