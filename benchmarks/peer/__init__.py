"""Other game servers, and clients of their protocols, for benchmarks/server.py."""
