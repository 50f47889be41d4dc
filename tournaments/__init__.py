"""Matches between players: the match loop, its executor, comparisons with intervals."""
