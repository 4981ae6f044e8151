"""The rules of BeerHex: one state class, and functions over it."""
