-- What others are told once a transaction commits: notifications, and the live events of players' open pages.

-- Whether channel, space and payload will arrive unchanged: the process splits a message at line breaks, and NOTIFY
-- carries less than 8,000 bytes. Checked in advance, since a failure after the commit could not be reported to anyone.
create or replace function is_tellable(p_line text) returns boolean
language sql immutable as $$
  select strpos(p_line, E'\n') = 0 and octet_length(substr(p_line, strpos(p_line, ' ') + 1)) < 8000
$$;

-- Sends a notification once the transaction commits. NOTIFY within a transaction holds a lock of the whole server until the commit
-- is on disk, so notifying transactions commit one after the other. If the calling process notifies after the commit itself
-- (server/platform/db/commit-notifier.ts), this only hands it the notification, which it then sends even after a rollback.
create or replace function tell_after_commit(p_channel text, p_payload text) returns void
language plpgsql as $$
begin
  if not is_tellable(p_channel || ' ' || p_payload) then
    raise exception 'the notification on % is too long or has several lines', p_channel using errcode = 'invalid_parameter_value';
  end if;
  if current_setting('finalring.tells_after', true) = 'on' then
    raise info using message = 'tell after the commit', detail = p_channel || ' ' || p_payload;
  else
    perform pg_notify(p_channel, p_payload);
  end if;
end $$;

-- The same for several notifications, each a line of channel, space and payload. They go in one message if the process
-- says that it splits them, since each message to it is a packet of its own.
create or replace function tell_lines_after_commit(p_lines text[]) returns void
language plpgsql as $$
declare
  untold text;
begin
  select line into untold from unnest(p_lines) line where not is_tellable(line) limit 1;
  if found then
    raise exception 'the notification on % is too long or has several lines', split_part(untold, ' ', 1)
      using errcode = 'invalid_parameter_value';
  end if;
  if current_setting('finalring.tells_lines', true) = 'on' then
    raise info using message = 'tell after the commit', detail = array_to_string(p_lines, E'\n');
  else
    perform tell_after_commit(split_part(line, ' ', 1), substr(line, strpos(line, ' ') + 1)) from unnest(p_lines) line;
  end if;
end $$;

-- Sends the notifications of committed transactions: those about players only to the processes with their streams, those
-- about new jobs once for all, and any others as they are.
create or replace function tell_committed(p_players uuid[], p_jobs integer, p_channels text[], p_payloads text[]) returns void
language plpgsql as $$
begin
  perform pg_notify('live_' || held.process, held.players)
  from (
    select process, string_agg(player_id::text, ' ') as players from live_holders
    where player_id = any (p_players) group by process
  ) held;
  if p_jobs > 0 then
    perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', p_jobs)::text);
  end if;
  perform pg_notify(channel, payload) from unnest(p_channels, p_payloads) as told (channel, payload);
end $$;

-- Keeps others from publishing to these players' open pages until the transaction ends: a player's event ids must commit
-- in order, or a resuming client would skip one that commits late. Call it last; it locks several players in a fixed
-- order. Read the state that an event reports after it, in a separate statement: a statement that has waited for the lock
-- has an older snapshot.
create or replace function lock_live_events(for_players uuid[]) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7414, turn.lock)
  from (select distinct hashtext(player_id::text) as lock from unnest(for_players) player_id order by lock) turn;
end $$;

-- Notifies one player's open pages. Call it last: it holds their lock. Notifications carry only ids.
create or replace function publish_live_event(for_player uuid, event_name text, event_data jsonb) returns void
language plpgsql as $$
begin
  perform lock_live_events(array[for_player]);
  -- Dated by the clock, not by the start of the transaction: pages ask how long ago the last event was.
  insert into live_events (player_id, name, data, created_at)
  values (for_player, event_name, event_data, clock_timestamp());
  perform tell_after_commit('live', for_player::text);
end $$;

-- The same for many players.
create or replace function publish_live_events(for_players uuid[], event_name text, event_data jsonb[]) returns void
language plpgsql as $$
begin
  perform lock_live_events(for_players);
  insert into live_events (player_id, name, data, created_at)
  select player_id, event_name, data, clock_timestamp()
  from unnest(for_players, event_data) with ordinality as e (player_id, data, place) order by place;
  perform tell_after_commit('live', told.player_id::text)
  from (select distinct player_id from unnest(for_players) player_id) told;
end $$;

-- Stores several events of one player, in order, without notifying: tell_lines_after_commit does that, with 'live ' and the player's id.
create or replace function log_live_events(for_player uuid, event_names text[], event_data jsonb[]) returns void
language plpgsql as $$
begin
  perform lock_live_events(array[for_player]);
  insert into live_events (player_id, name, data, created_at)
  select for_player, name, data, clock_timestamp()
  from unnest(event_names, event_data) with ordinality as e (name, data, place) order by place;
end $$;

-- Sends an event to every open page; it is not stored. Of several about the same subject the last one may stand for all.
create or replace function publish_live_broadcast(event_name text, event_subject text, event_data jsonb) returns void
language sql as $$
  select tell_after_commit('live_all',
    jsonb_build_object('name', event_name, 'subject', event_subject, 'data', event_data)::text)
$$;
