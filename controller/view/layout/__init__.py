"""The table as the dealer sees it: boxes, faces, gauges."""
