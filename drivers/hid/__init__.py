"""Off-the-shelf HID devices: badge readers and scanners, and lamps."""
