-- A made-up handle for everybody who is here already. Apart from the migration before, which locks players for a moment to
-- give them a trigger: here nobody who plays, buys or signs in waits. What collides is made up anew; whoever signs up
-- meanwhile has a handle by the trigger. A million players take about 20 seconds.
do $$
begin
  loop
    insert into handles (likeness, handle, player_id)
    select handle_likeness(made), made, id
    from (
      select p.id, random_handle() as made from players p
      where p.deleted_at is null and not exists (select from handles h where h.player_id = p.id and h.is_worn)
    ) given
    on conflict (likeness) do nothing;
    exit when not found;
  end loop;
end $$;

-- For the search of users. Not before: in a batch it is made in a fraction of the time.
create index handles_words on handles using gin (lower(handle) gin_trgm_ops);
