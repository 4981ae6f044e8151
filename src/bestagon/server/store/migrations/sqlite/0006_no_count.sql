-- The number of a table's events is that of the latest one and 1; without the count an event writes no row but its own.
ALTER TABLE summaries DROP COLUMN count;
