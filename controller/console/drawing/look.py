"""How the house wants its pages: theme, sizes, sounds, language, the side of the shoe."""

from __future__ import annotations

from msgspec import Struct

from .language import Language, Titles, language_of


class Look(Struct, frozen=True, kw_only=True):
    """How the house wants its pages."""

    theme: str = "dark"
    """`dark`, `light`, or the hours in which pages are light: `07:00-19:00`."""
    suits: int = 2
    """Colours of the suits: 2 or 4."""
    text: str = "normal"
    """`normal` or `large`."""
    sounds: str = "off"
    """Of the dealer's page: `off`, `stop` or `all`."""
    language: str = "en"
    """Of the dealer's page and the one on which he signs on; all else is English."""
    titles: Titles = ()
    """What the house calls its people."""
    shoe_side: str = "left"
    """As the dealer sees it; `right` mirrors keys and gauges, never the boxes."""

    def words(self) -> Language | None:
        """Of the dealer's page, where they are not English."""
        return language_of(self.language, self.titles)

    def theme_at(self, clock: str) -> str:
        """The theme at a time of day, `21:46:12`."""
        begins, dash, ends = self.theme.partition("-")
        if not dash:
            return self.theme
        now = clock[:5]
        within = begins <= now < ends if begins <= ends else not ends <= now < begins
        return "light" if within else "dark"
