-- Tables that are old enough to be deleted are found without looking at the others.
CREATE INDEX summaries_age ON summaries (status, created, table_id);
CREATE INDEX summaries_bots ON summaries (status, created, table_id) WHERE visitors = '';
CREATE INDEX holders_table ON holders (table_id);

-- Tables that are deleted for everybody, while their rows are deleted in small portions.
CREATE TABLE deleted (
    table_id TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;
