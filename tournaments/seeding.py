"""Seeds derived from one master seed: every deal, game and seat has its own, and none tells another."""

import hashlib


def derive(master: int | str, *path: int | str) -> int:
    """A 64-bit seed for a named place under ``master``, for example ``derive(5, "deal", 3)``.

    One-way: a seat that learns its private seed learns nothing of the game's.
    """
    text = "/".join(str(part) for part in (master, *path))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def deal_seed(master: int | str, block: int) -> int:
    """The chance of a block's games: all rotations share it."""
    return derive(master, "deal", block)


def private_seed(master: int | str, block: int, rotation: int) -> int:
    """The source of one game's private seeds."""
    return derive(master, "private", block, rotation)


def seat_seed(private: int, seat: int) -> int:
    """One seat's private seed."""
    return derive(private, "seat", seat)
