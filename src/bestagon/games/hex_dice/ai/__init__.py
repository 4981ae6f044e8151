"""How bots judge Hex Dice: evaluator, priors, threats, travel times and their weights."""
