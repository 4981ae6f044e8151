"""The contract between games and everything else, and the checked door to them."""
