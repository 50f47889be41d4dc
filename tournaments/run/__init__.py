"""Tournaments as they are run: from a config to a store that holds every scheduled game once."""
