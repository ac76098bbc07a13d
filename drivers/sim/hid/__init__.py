"""The far ends of off-the-shelf HID devices: badge readers, a scanner, lamps."""
