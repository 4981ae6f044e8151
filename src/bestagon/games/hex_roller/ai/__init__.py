"""How bots judge Hex Roller: evaluator, priors, playouts and their weights."""
