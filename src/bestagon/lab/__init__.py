"""Experiments: arenas, ratings, calibration of the levels, plots."""
