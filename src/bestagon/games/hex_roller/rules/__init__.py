"""The rules of Hex Roller: one state class and functions over it."""
