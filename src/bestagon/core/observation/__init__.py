"""Positions as numbers for learning programs."""
