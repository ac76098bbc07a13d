"""What a technician asks of one device on his desk; no table, no keys, no people."""
