"""The search tree: one preallocated array of nodes, children as linked lists.

A node is an information set of the player who moves there, seen from the searcher: it is reached by the same
observed actions in every determinised world. A node's edge (the action into it) belongs to ``owner``.
"""

from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from livingstone.engine._jit import kernel

NODE = np.dtype(
    [
        ("action", "i4"),  # code of the edge into this node; see CARD_SEEN for what is not an action
        ("child", "i4"),  # first child, -1 none
        ("sibling", "i4"),  # next child of the same parent, -1 none
        ("owner", "i4"),  # the seat that chose the edge, -1 for chance
        ("visits", "i4"),  # iterations that updated the edge
        ("available", "i4"),  # of the parent's updates, those whose world allowed the edge
        ("reward", "f8"),  # sum of the owner's rewards
        ("wins", "f8"),  # sums for the searcher: win share, ...
        ("points", "f8"),  # final VP, ...
        ("risk", "f8"),  # chance of elimination
    ],
    align=True,
)
_NODE_RECORD = np.dtype((np.record, NODE))

Nodes = npt.NDArray[np.void]
NO_NODE: Final = -1
ROOT: Final = 0
CARD_SEEN: Final = 15
"""Kind of an edge that is not an action: the searcher saw the card it drew (argument: the card's kind)."""


class NodeRecord(Protocol):
    """Fields of ``NODE``; see there."""

    action: int
    child: int
    sibling: int
    owner: int
    visits: int
    available: int
    reward: float
    wins: float
    points: float
    risk: float


def new_nodes(capacity: int) -> Nodes:
    """Room for a tree; ``start_tree`` makes it one."""
    return np.empty(capacity, _NODE_RECORD)


@kernel
def write_node(nodes: Nodes, index: int, action: int, owner: int, sibling: int) -> None:
    """A node without visits or children."""
    node = nodes[index]
    node.action = action
    node.child = -1
    node.sibling = sibling
    node.owner = owner
    node.visits = 0
    node.available = 0
    node.reward = 0.0
    node.wins = 0.0
    node.points = 0.0
    node.risk = 0.0


@kernel
def start_tree(nodes: Nodes, size: npt.NDArray[np.int64]) -> None:
    """Make an empty tree: its root. ``size``: int64 (1,), nodes in use."""
    write_node(nodes, 0, -1, -1, -1)
    size[0] = 1


@kernel
def find_child(nodes: Nodes, parent: int, action: int) -> int:
    """The child reached by an action, or -1."""
    child = nodes[parent].child
    while child >= 0 and nodes[child].action != action:
        child = nodes[child].sibling
    return int(child)


@kernel
def add_child(nodes: Nodes, size: npt.NDArray[np.int64], parent: int, action: int, owner: int) -> int:
    """A new child; -1 when the tree is full."""
    index = size[0]
    if index >= len(nodes):
        return -1
    write_node(nodes, index, action, owner, nodes[parent].child)
    nodes[parent].child = index
    size[0] = index + 1
    return int(index)
