"""The contract between games and everything else, and the checked API on top of it."""
