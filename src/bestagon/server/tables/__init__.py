"""The domain: live tables, their seats, clocks, events and commands. No HTTP and no SQL."""
