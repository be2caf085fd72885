-- What an event gave in all, and how many of its rewards are paid and collected.
create function add_event_rewards(p_sign integer, p_events uuid[], p_amounts bigint[], p_paid boolean[], p_back boolean[])
returns void
language sql as $$
  select add_to_counter('event given', array_agg(subject), array_agg(given)),
    add_to_counter('event paid', array_agg(subject), array_agg(paid)),
    add_to_counter('event collected', array_agg(subject), array_agg(collected))
  from (
    select event_id::text as subject, p_sign * sum(amount)::bigint as given,
      p_sign * count(*) filter (where is_paid and not is_back) as paid,
      p_sign * count(*) filter (where not is_paid and not is_back) as collected
    from unnest(p_events, p_amounts, p_paid, p_back) as r (event_id, amount, is_paid, is_back) group by event_id
  ) c
  having count(*) > 0
$$;

-- Statements bring thousands at once where rewards are sent.
create function count_event_rewards() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform add_event_rewards(1, array_agg(event_id), array_agg(amount), array_agg(paid_at is not null),
      array_agg(taken_back_at is not null)) from added;
  end if;
  if tg_op <> 'INSERT' then
    perform add_event_rewards(-1, array_agg(event_id), array_agg(amount), array_agg(paid_at is not null),
      array_agg(taken_back_at is not null)) from removed;
  end if;
  return null;
end $$;

create trigger event_rewards_counted after insert on event_rewards
  referencing new table as added for each statement execute function count_event_rewards();
create trigger event_rewards_recounted after update on event_rewards
  referencing old table as removed new table as added for each statement execute function count_event_rewards();
create trigger event_rewards_uncounted after delete on event_rewards
  referencing old table as removed for each statement execute function count_event_rewards();

select add_event_rewards(1, array_agg(event_id), array_agg(amount), array_agg(paid_at is not null),
  array_agg(taken_back_at is not null)) from event_rewards;
