"""Bytes: serial through pyserial, USB through pyusb."""
