"""The config that a newcomer starts from: every key with its default and a comment, good to run as it stands."""

from typing import Final

_TEMPLATE: Final = """\
# A tournament of livingstone-ai. Lines that begin with # show the defaults; take the # away to change them.

[tournament]
name = "my tournament"
players = [2, 4]                  # table sizes, 2 to 5; each has a schedule of its own
cycles = 1                        # in a cycle all bots meet equally often
# format = "round_robin"          # or "gauntlet": every table has one of the challengers, the others are the field
# challengers = ["my-bot"]        # names of bots, for a gauntlet
# seed = 5                        # a number or a text; drawn and kept with the run when it is not given
# deals = "shared"                # the games of a block share their luck; "fresh": each game has its own
# score = "placement"             # what is rated: the order of the standing; "win": only who wins

# edition = "schmidt-2009"        # or "bga", or an edition file, found from this folder
# rules = { must_take_die = true }   # single values of the edition, as with --rule

# time = "1s"                     # for a turn; "60s+1s": bank and increment; "60s+1s/5s": and a cap; "none"
# tries = 1                       # answers a bot may give to a request; 1: the first wrong one forfeits
# exclude_after = 3               # faults after which a bot plays no more; not given: it plays on
# isolation = "bubblewrap"        # or "limits", "none"; not given: the best this machine has
# require_isolation = "limits"    # refuse to start below this level
# memory_mb = 1024                # for bots that do not say what they need

# anchor = "random"               # the bot whose rating is 1000
# same_author_together = false    # may two bots of one author share a table of three or more?
# workers = 2                     # processes that play; not given: one for each core

# One section for each bot: a built-in player, a folder with bot.json, a program, or a command.
# Paths are found from this folder.

[[bot]]
bot = "random"

[[bot]]
bot = "scripted"

[[bot]]
bot = "scripted:frugal"

[[bot]]
bot = "ismcts:sims=200"
name = "searcher"                 # as it stands in tables
# author = "A. N. Other"          # bots of one author are kept apart, see above

# [[bot]]
# bot = "my-bot/my_bot.py"        # or "my-bot" with its bot.json, or a command: "node bot.js"
# name = "my-bot"
# memory_mb = 512
# threads = 1
"""


def template() -> str:
    """A commented config, to be written to a file and changed; it is read as it stands."""
    return _TEMPLATE
