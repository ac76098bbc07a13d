"""From the first decision to the dealer's last card."""
