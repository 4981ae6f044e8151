"""The edge: HTTP/1.1 and WebSocket on asyncio transports, with every limit of a connection. It knows nothing of tables."""
