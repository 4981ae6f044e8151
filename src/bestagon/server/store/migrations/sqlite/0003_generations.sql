-- Visitors who have revoked credentials: only those of this generation are valid. `key` is the idempotency key of the latest change.
CREATE TABLE generations (
    visitor TEXT NOT NULL PRIMARY KEY,
    generation INTEGER NOT NULL,
    key TEXT NOT NULL
) WITHOUT ROWID;
