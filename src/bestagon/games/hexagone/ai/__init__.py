"""The AI of hexaGONE: evaluator, priors, playout policy and their weights."""
