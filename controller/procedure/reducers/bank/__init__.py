"""The player-dealer's bank and its fees."""
