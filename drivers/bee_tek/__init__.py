"""The Bee-Tek shoe: tokens of text at 9600 baud. It talks; nothing can be said to it."""
