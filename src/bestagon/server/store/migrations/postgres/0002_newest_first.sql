-- A visitor's newest tables are found without looking at the others.
ALTER TABLE bestagon.holders ADD COLUMN created BIGINT NOT NULL DEFAULT 0;
UPDATE bestagon.holders SET created = tables.created FROM bestagon.tables WHERE tables.id = table_id;
CREATE INDEX holders_newest ON bestagon.holders (visitor, created DESC, table_id);
