-- SQLite has no such index any more, since the one process there knows the keys. Here it stays.
COMMENT ON INDEX bestagon.events_key IS 'an idempotency key is used once, whichever process stores it';
