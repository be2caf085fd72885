-- Up to which line of the journal this database was reconciled: what it does not know of up to there, it never will, and has
-- dealt with.
alter table sales_journal add column reconciled_until timestamptz;
