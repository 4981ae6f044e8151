-- A row for every step that was taken.
CREATE TABLE schema_version (
    version INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    applied INTEGER NOT NULL
);

-- What never changes about a table.
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    created INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    players INTEGER NOT NULL,
    options BLOB NOT NULL,
    secret BLOB NOT NULL,
    setup BLOB NOT NULL
);

-- What happened there: rows are added, never changed.
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    actor TEXT NOT NULL,
    key TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;

CREATE UNIQUE INDEX events_key ON events (table_id, actor, key) WHERE key <> '';

-- What lists need; apart from `tables`, so that an event rewrites a small row. `visitors` has one a line.
CREATE TABLE summaries (
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id),
    created INTEGER NOT NULL,
    count INTEGER NOT NULL,
    status TEXT NOT NULL,
    public INTEGER NOT NULL,
    visitors TEXT NOT NULL,
    due INTEGER NOT NULL,
    info BLOB NOT NULL,
    lease_owner TEXT NOT NULL DEFAULT '',
    lease_until INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE INDEX summaries_lobby ON summaries (created DESC) WHERE public AND status <> 'over';
CREATE INDEX summaries_due ON summaries (due) WHERE due > 0;

-- Who holds a seat where.
CREATE TABLE holders (
    visitor TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    PRIMARY KEY (visitor, table_id)
) WITHOUT ROWID;

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
);
