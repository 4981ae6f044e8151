"""Five hexagon tabletop games, complete and exact."""
