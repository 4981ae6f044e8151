"""What a server shows besides tables: previews, rule examples, lessons and replays."""
