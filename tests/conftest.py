"""What every test needs: the helper modules beside the tests by name, and Hypothesis without a clock."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

HERE = str(Path(__file__).parent)

if HERE not in sys.path:
    sys.path.insert(0, HERE)

# The same examples in every run: a failure on a slow machine is found again on a quick one.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
