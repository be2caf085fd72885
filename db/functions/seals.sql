-- The sealed ledger (docs/rules.md, Sealed ledger).

-- The id up to which all transfers are sealed and counted, for the SQL of other features.
create or replace view sealed_transfers as
select least(s.settled_id, (
  select min(l.transfer_id) - 1 from seal_leaves l where l.leaf_index >= (select leaves from movement_count))) as up_to_id
from seal_log s;
