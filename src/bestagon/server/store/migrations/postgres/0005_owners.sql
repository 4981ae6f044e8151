-- Who opened a table, so that a visitor's tables can be counted even if they hold no seat there.
ALTER TABLE bestagon.summaries ADD COLUMN owner TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE bestagon.summaries SET owner = coalesce(substring(convert_from(setup, 'UTF8') FROM '"owner" *: *"([^"\\]*)"'), '')
FROM bestagon.tables WHERE tables.id = table_id;
CREATE INDEX summaries_owner ON bestagon.summaries (owner) WHERE owner <> '' AND status <> 'over';
