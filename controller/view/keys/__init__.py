"""What stands on the keys and in the menus of the pages."""
