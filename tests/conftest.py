"""What every test needs: Hypothesis without a clock. Helper modules are found by pytest's ``pythonpath``."""

from hypothesis import HealthCheck, settings

# The same examples in every run: a failure on a slow machine is found again on a quick one.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
