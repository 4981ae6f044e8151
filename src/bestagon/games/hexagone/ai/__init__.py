"""How bots judge hexaGONE: evaluator, priors, playouts and their weights."""
