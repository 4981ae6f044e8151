-- Visitors who have revoked credentials: only those of this generation are valid. `key` is the idempotency key of the latest change.
CREATE TABLE bestagon.generations (
    visitor TEXT COLLATE "C" PRIMARY KEY,
    generation BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL
);
