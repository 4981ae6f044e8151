"""The rules of Pocket Hexes: one state class, and functions over it."""
