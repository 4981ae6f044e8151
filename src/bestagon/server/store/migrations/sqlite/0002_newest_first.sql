-- A visitor's newest tables are found without looking at the others.
ALTER TABLE holders ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
UPDATE holders SET created = (SELECT created FROM tables WHERE id = table_id);
CREATE INDEX holders_newest ON holders (visitor, created DESC, table_id);
