"""The bots' judgement of Hex Roller: evaluator, priors, playouts and their weights."""
