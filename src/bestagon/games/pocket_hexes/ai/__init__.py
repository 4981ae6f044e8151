"""How bots judge Pocket Hexes: evaluator, priors, playouts and their weights."""
