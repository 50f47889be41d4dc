"""The line protocol between a host and bots in any language (docs/protocol.md): one JSON object per line.

``messages`` are the types and ``lines`` their bytes; a host uses ``session`` (over ``process`` and ``channel``),
a bot written in Python ``serve``.
"""
