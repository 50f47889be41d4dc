"""What every test needs: Hypothesis without a clock, a Ctrl-C that is heard.

Helper modules are found by pytest's ``pythonpath``.
"""

import signal

from hypothesis import HealthCheck, settings

# The same examples in every run: a failure on a slow machine is found again on a quick one.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

# A job in the background of a shell ignores Ctrl-C, and so would every program that a test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
