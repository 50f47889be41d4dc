"""The conformance tester: numbered checks of a bot, each against a process of its own, with hints."""
