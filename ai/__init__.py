"""The players: random, scripted and searching ones, beliefs about hidden money, hints."""
