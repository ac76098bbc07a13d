"""The far end of each device, as its document says it."""
