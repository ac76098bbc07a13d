"""One input decided on one play, and again where the record was amended."""
