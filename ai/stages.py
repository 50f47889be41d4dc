"""One share done, told over searches that follow each other."""

from livingstone.ai.effort import OnProgress


class Stages:
    """One share done over searches that follow each other.

    ``weights``: the sum of what the stages may cost, in any unit.
    """

    def __init__(self, listener: OnProgress | None, weights: float) -> None:
        self._listener = listener
        self._weights = weights
        self._done = 0.0
        self._count = 0

    def next(self, weight: float) -> OnProgress | None:
        """The listener of the next stage, which tells its own share and simulations; None if nobody listens."""
        if self._listener is None:
            return None
        listener, start, before = self._listener, self._done, self._count
        self._done += weight / self._weights

        def tell(share: float, count: int) -> None:
            self._count = before + count
            listener(min(1.0, start + share * weight / self._weights), self._count)

        return tell
