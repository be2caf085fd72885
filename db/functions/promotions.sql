-- Rewards of promotions.

-- A process of an older version would pay all the rest at once. Trigger of events.
create or replace function refuse_completion_while_sending() returns trigger
language plpgsql as $$
begin
  if exists (select from event_payouts where event_id = new.id and finished_at is null) then
    raise exception 'the rewards of event % are still being sent', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What two people agreed on is not what the event pays any more. A change that keeps to it says so afterwards; processes of
-- the previous version do not know of it. Trigger of events.
create or replace function withdraw_event_approval() returns trigger
language plpgsql as $$
begin
  new.is_approved := false;
  return new;
end $$;

-- Adds rewards of events to their counts, or subtracts them (-1).
create or replace function add_event_rewards(p_sign integer, p_events uuid[], p_amounts bigint[], p_paid boolean[], p_back boolean[])
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

-- A single statement brings thousands when rewards are sent. Trigger of event_rewards.
create or replace function count_event_rewards() returns trigger
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

-- For processes of the previous version, which read and write event_editors. Triggers of event_editors and editors.
create or replace function copy_event_editor() returns trigger language plpgsql as $$
begin
  perform record_editor('event:' || new.event_id, new.player_id, now());
  return null;
end $$;

create or replace function keep_event_editor() returns trigger language plpgsql as $$
begin
  insert into event_editors (event_id, player_id) values (split_part(new.subject, ':', 2)::uuid, new.player_id)
  on conflict do nothing;
  return null;
end $$;
