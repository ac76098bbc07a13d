"""The automatic dealer and its players, doing only what people do."""
