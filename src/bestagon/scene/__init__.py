"""Pictures of games: the vocabulary in which every game describes what people see, and ways to draw it. Knows no rule."""
