"""Background work: bots and clocks, hints, analyses."""
