"""How bots judge BeerHex: evaluator, priors, playouts and their weights."""
