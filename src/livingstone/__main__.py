"""``python -m livingstone``: the same as the command ``livingstone-ai``."""

from livingstone.cli import main

if __name__ == "__main__":
    main()
