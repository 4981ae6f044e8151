"""The rules of Hex Dice: one state class and functions over it."""
