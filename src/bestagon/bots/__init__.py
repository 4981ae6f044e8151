"""Bots: players, tree search, levels, analysis and the worker pool."""
