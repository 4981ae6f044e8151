"""The rules of hexaGONE: one state class and functions over it; comments cite the clauses of RULES.md."""
