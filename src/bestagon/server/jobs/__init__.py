"""What the server does by itself: bots, clocks, hints and analysis."""
