"""Handlers of the endpoints: functions of the context and a request."""
