"""Lessons: a scenario dealt up to a point, then a trainee's, judged by the file's own `then`."""
