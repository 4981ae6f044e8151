"""Content besides tables: previews, rule examples, lessons and replays."""
