"""Ratings: a Bradley-Terry fit over all pairs within a game, with intervals that cover what they say."""
