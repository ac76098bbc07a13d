"""Device drivers: links, framing, protocols. Never imports the controller."""
