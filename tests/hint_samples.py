"""Positions to ask hints of."""

LAST_DIE = """
dice = "5"
me = "Red"
tents = ["  10*", "6 .", "5 .", "1 ."]
[seats]
Red   = {vp=30, die=2, cash=5, chest=9, gave="2 times"}
Blue  = {vp=10, die=6, wealth=12, gave="2 times"}
Green = {vp=34, die=6, wealth=12, gave="2 times"}
"""
"""Red's last decision: a tent in row 5 passes Green, but costs all coins; the coins would keep Red from being out."""
