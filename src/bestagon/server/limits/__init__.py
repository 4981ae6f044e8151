"""Limits of what visitors, addresses and all together may use."""
