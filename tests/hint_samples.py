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

RICH = '''
me = "Red"
dice = "3 4 5 5 5 6"
pile = "11 black 6 clear 5 blue 2 red"
discards = "ignore_die, no_cost x2, two_dice x2, three_stones"
tents = """
   1 2  3 4 5 6 7 8 9 10*
6  . B  . . . R . . . .
5  . .  . . . B . . . .
4  . .  . . . G . R G .
3  B G  R R B B . . R .
2  R RG . . R . . . . .
1  B .  G . . G . . . .
"""
[seats.Red]
vp = 25
hand = "rhino"
cash = 31
[seats.Blue]
vp = 21
cards = 5
wealth = 12
donations = [{round=5, wealth=6, least_wealth=3}, {round=9, wealth=12, least_wealth=12}]
[seats.Green]
vp = 15
cards = 2
gems = "1 clear 2 red"
wealth = 9
gave = 0
'''
"""A last round of three, the first turn: Red owns far more than the others."""
