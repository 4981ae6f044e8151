"""Pictures of games: the vocabulary in which every game describes what people see, and SVG drawings of it."""
