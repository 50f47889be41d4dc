"""What every test needs: the helper modules beside the tests can be imported by name."""

import sys
from pathlib import Path

HERE = Path(__file__).parent

for folder in (HERE, HERE / "ai"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
