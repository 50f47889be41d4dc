"""The review of a played game: every decision graded, skill and luck kept apart."""
