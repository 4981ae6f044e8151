"""Limits per visitor, per address and in total."""
