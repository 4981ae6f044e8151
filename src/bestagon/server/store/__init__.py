"""Durable storage of tables and events."""
