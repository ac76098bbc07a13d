"""Before the first wager and after the last: checklist, decks, closing."""
