"""What goes over the wire, byte by byte (drivers/PROTOCOL.md)."""
