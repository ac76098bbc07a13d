"""Pure reducers and the reasons for a no, a module per stretch of the evening."""
