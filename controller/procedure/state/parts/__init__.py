"""Parts of the play, each a frozen value of its own."""
