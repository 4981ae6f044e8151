"""HTTP and WebSockets: from a request to a handler and back."""
