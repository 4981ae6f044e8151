-- SQLite has no count any more, since only one process writes there. Here it stays.
COMMENT ON COLUMN bestagon.summaries.count IS 'the number of the next event, for which several processes may race';
