-- Who opened a table, so that a visitor's tables can be counted even if they hold no seat there.
ALTER TABLE summaries ADD COLUMN owner TEXT NOT NULL DEFAULT '';
UPDATE summaries SET owner = coalesce((SELECT json_extract(CAST(setup AS TEXT), '$.owner') FROM tables WHERE id = table_id AND json_valid(CAST(setup AS TEXT))), '');
CREATE INDEX summaries_owner ON summaries (owner) WHERE owner <> '' AND status <> 'over';
