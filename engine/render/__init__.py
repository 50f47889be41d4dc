"""Boards for people: as text (:mod:`.text`) and as a picture (:mod:`.svg`)."""
