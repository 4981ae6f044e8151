CREATE SCHEMA IF NOT EXISTS bestagon;

-- A row for every step that was taken.
CREATE TABLE bestagon.schema_version (
    version BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    applied BIGINT NOT NULL
);

-- What never changes about a table.
CREATE TABLE bestagon.tables (
    id TEXT COLLATE "C" PRIMARY KEY,
    created BIGINT NOT NULL,
    game TEXT NOT NULL,
    rules BIGINT NOT NULL,
    players BIGINT NOT NULL,
    options BYTEA NOT NULL,
    secret BYTEA NOT NULL,
    setup BYTEA NOT NULL
);

-- What happened there: rows are added, never changed.
CREATE TABLE bestagon.events (
    table_id TEXT COLLATE "C" NOT NULL REFERENCES bestagon.tables (id),
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat BIGINT NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (table_id, n)
);

CREATE UNIQUE INDEX events_key ON bestagon.events (table_id, actor, key) WHERE key <> '';

-- What lists need; apart from `tables`, so that an event rewrites a small row, and with room on its page to do so.
CREATE TABLE bestagon.summaries (
    table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES bestagon.tables (id),
    created BIGINT NOT NULL,
    count BIGINT NOT NULL,
    status TEXT NOT NULL,
    public BOOLEAN NOT NULL,
    visitors TEXT[] NOT NULL,
    due BIGINT NOT NULL,
    info BYTEA NOT NULL,
    lease_owner TEXT NOT NULL DEFAULT '',
    lease_until BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE INDEX summaries_lobby ON bestagon.summaries (created DESC) WHERE public AND status <> 'over';
CREATE INDEX summaries_due ON bestagon.summaries (due) WHERE due > 0;

-- Who holds a seat where.
CREATE TABLE bestagon.holders (
    visitor TEXT COLLATE "C" NOT NULL,
    table_id TEXT COLLATE "C" NOT NULL REFERENCES bestagon.tables (id),
    PRIMARY KEY (visitor, table_id)
);

CREATE TABLE bestagon.meta (
    key TEXT COLLATE "C" PRIMARY KEY,
    value BYTEA NOT NULL
);
