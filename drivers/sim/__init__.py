"""The far end of each wire and the physical world behind it."""
