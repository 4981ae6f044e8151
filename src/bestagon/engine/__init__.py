"""Compiled helpers over the contract: random playouts, perft and benchmarks."""
