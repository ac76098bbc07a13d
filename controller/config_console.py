"""`[console]` of devices.toml: where the pages are served, and over what."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from controller.errors import ConfigError

Text = Annotated[str, Meta(min_length=1, max_length=80)]


class Console(Struct, frozen=True, forbid_unknown_fields=True):
    host: Text
    port: Annotated[int, Meta(ge=1, le=65535)]
    certificate: Path | None = None
    """PEM of the chain, for TLS."""
    key: Path | None = None
    trusted_proxies: tuple[Text, ...] = ()
    """Addresses of proxies that speak TLS to the browsers and tell theirs in X-Forwarded-For."""
    theme: Annotated[str, Meta(pattern=r"^(dark|light|[0-2]\d:[0-5]\d-[0-2]\d:[0-5]\d)$")] = "dark"
    """`dark`, `light`, or the hours in which pages are light: `07:00-19:00`."""
    suits: Literal[2, 4] = 2
    """Colours of the suits on the cards."""
    text: Literal["normal", "large"] = "normal"
    """Size of what is read beside the line and the amounts."""
    language: Literal["en", "es"] = "en"
    """Of the words that the dealer reads; every other page and the record are English."""
    sounds: Literal["off", "stop", "all"] = "off"
    """Tones of the dealer's page: when the table stops; `all`, also when it asks for a look."""


def console_of(where: str, console: Console, folder: Path) -> Console:
    """Check it: PINs and sessions leave this machine over TLS only. Raises: ConfigError."""
    if (console.certificate is None) != (console.key is None):
        missing = "key" if console.key is None else "certificate"
        raise ConfigError("missing", where=f"{where}.{missing}", do="Give both, or neither")
    for n, proxy in enumerate(console.trusted_proxies):
        if not _is_address(proxy):
            at = f"{where}.trusted_proxies[{n}]"
            raise ConfigError(f"{proxy!r} is no address", where=at, do="Write it as 10.0.0.5")
    if not (_is_loopback(console.host) or console.certificate or console.trusted_proxies):
        raise ConfigError(
            f"{console.host} is not this machine's own, and PINs would travel in clear",
            where=f"{where}.host",
            do="Use 127.0.0.1, or give certificate and key, or trusted_proxies",
        )
    if console.certificate is None or console.key is None:
        return console
    return replace(console, certificate=folder / console.certificate, key=folder / console.key)


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
