"""How the record tells each command and each device event."""
