"""Balance reports: what a game is like between bots, and what a change of its rules does."""
