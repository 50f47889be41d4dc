"""Following a real game from one seat: public events go in, that seat's observation comes out."""

from livingstone.engine.following.follower import Follower
from livingstone.engine.following.lines import at_own_turn
from livingstone.engine.following.payments import Payment
from livingstone.engine.following.table_record import is_table, read_table

__all__ = ["Follower", "Payment", "at_own_turn", "is_table", "read_table"]
