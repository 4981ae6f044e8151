"""How bots judge Hex Dice: evaluator, priors, playouts and their weights."""
