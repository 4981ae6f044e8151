"""`python -m bestagon` is the `bestagon` command."""

from bestagon.cli import main

if __name__ == "__main__":
    main(prog_name="bestagon")
