"""Compiled helpers over Position: random playouts, perft and benchmarks."""
