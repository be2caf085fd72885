-- Which triggers there are is said once, in contract/triggers.ts, and checked where an event is saved. Here stands what a name
-- looks like, so that a new one changes nothing in the database.
alter table events drop constraint events_triggers_check;
alter table events add constraint events_triggers_check check (
  cardinality(triggers) > 0 and array_position(triggers, null) is null
  and array_to_string(triggers, ',') ~ '^[A-Z][A-Z_]*(,[A-Z][A-Z_]*)*$');
