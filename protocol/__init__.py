"""The place of the line protocol for bots in other languages; nothing is built here yet."""
