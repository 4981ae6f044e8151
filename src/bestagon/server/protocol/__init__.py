"""The types on the wire, and nothing else."""
