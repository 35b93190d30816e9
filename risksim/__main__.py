"""``python -m risksim`` is the command line."""

from risksim.cli import main

if __name__ == "__main__":
    main()
