"""What the consoles show: frozen values that hold nothing a page may not show."""
