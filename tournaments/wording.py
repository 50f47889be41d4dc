"""Words for people."""

from livingstone.engine.wording import counted

__all__ = ["counted"]
