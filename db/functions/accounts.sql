-- When sessions end, the search of users, handles, and what other features may know of a player.

-- What the SQL of other features may read of a player; the table itself belongs to accounts alone.
-- A lock on a row of the view locks the player.
create or replace view player_states as
select id, name, email, deleted_at, suspended_at, erased_at from players;

-- When each session expires, for rows that depend on it; such a row may outlive it by an hour.
create or replace view session_ends as
select id, expires_at from sessions;

-- Processes cache sessions for seconds. The database itself notifies them when a session ends or its player's rights change,
-- so that no code path can forget to. Payload: a session's or a player's id, or '*'.
-- Trigger of sessions and players.
create or replace function tell_session_ended() returns trigger
language plpgsql as $$
begin
  perform pg_notify('sessions', old.id::text);
  return null;
end $$;

-- The same for all players with a role. Trigger of roles.
create or replace function tell_role_changed() returns trigger
language plpgsql as $$
begin
  perform pg_notify('sessions', '*');
  return null;
end $$;

-- Another address has not been refused, whichever statement changes it. Trigger of players.
create or replace function forget_mail_refusal() returns trigger
language plpgsql as $$
begin
  new.mail_refused_at := null;
  return new;
end $$;

-- Writes the text that a search of users looks at, one per player: an index per column could not answer "in any of them", and
-- the names of game accounts are in another table. One field per line: no search contains a line break, so none matches across
-- two fields.
create or replace function refresh_player_search(for_player uuid) returns void
language plpgsql as $$
begin
  -- If two changes run at the same time, the later one reads what the earlier one has written.
  perform from player_search where player_id = for_player for update;
  insert into player_search (player_id, words)
  select p.id, lower(concat_ws(E'\n', p.name, p.email, p.referral_code, p.discord_user_id, e.epic_name))
  from players p left join epic_names e on e.player_id = p.id
  where p.id = for_player
  on conflict (player_id) do update set words = excluded.words;
end $$;

-- Trigger of players.
create or replace function player_words_changed() returns trigger
language plpgsql as $$
begin
  perform refresh_player_search(new.id);
  return null;
end $$;

-- Trigger of game_accounts.
create or replace function epic_words_changed() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform refresh_player_search(old.player_id); end if;
  if tg_op <> 'DELETE' then perform refresh_player_search(new.player_id); end if;
  return null;
end $$;

-- Trigger of user_notes: append-only, but the words may be taken out.
create or replace function refuse_all_but_forgetting_note() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.note = '' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
    return new;
  end if;
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- A handle reduced so that look-alike spellings become equal: no capitals, no separators, and 0 like o, 1 and i like l, 5
-- like s, 2 like z, 8 like b, rn like m, vv like w. A change of this must rewrite all of `handles`.
create or replace function handle_likeness(handle text) returns text
language sql immutable strict parallel safe as $$
  select replace(replace(
    translate(lower(handle collate "C"), '01i528_-', 'ollszb'),
    'rn', 'm'), 'vv', 'w')
$$;

-- A made-up handle that reveals nothing about the player: two harmless words and a number, 18 million in all. No digit that
-- is read as a vowel, which would make words.
create or replace function random_handle() returns text
language sql volatile as $$
  select (array[
      'Amber', 'Brave', 'Bright', 'Calm', 'Clever', 'Cosmic', 'Crisp', 'Dusty', 'Eager', 'Early', 'Fabled', 'Fierce',
      'Frosty', 'Gentle', 'Gilded', 'Golden', 'Grand', 'Happy', 'Hidden', 'Ivory', 'Jade', 'Keen', 'Lively', 'Lucky',
      'Lunar', 'Mellow', 'Mighty', 'Misty', 'Nimble', 'Noble', 'Polar', 'Quick', 'Quiet', 'Rapid', 'Royal', 'Rustic',
      'Silent', 'Silver', 'Solar', 'Steady', 'Stormy', 'Sunny', 'Swift', 'Tidal', 'Vivid', 'Wild', 'Windy', 'Witty'
    ])[random_integer(1, 48)]
    || (array[
      'Badger', 'Bison', 'Bobcat', 'Cobra', 'Comet', 'Condor', 'Cougar', 'Coyote', 'Crane', 'Dingo', 'Falcon', 'Ferret',
      'Finch', 'Gecko', 'Hawk', 'Heron', 'Husky', 'Ibex', 'Jackal', 'Jaguar', 'Koala', 'Lemur', 'Lynx', 'Magpie',
      'Marlin', 'Marten', 'Meteor', 'Moose', 'Osprey', 'Otter', 'Panda', 'Panther', 'Pelican', 'Puffin', 'Puma', 'Raptor',
      'Raven', 'Rocket', 'Salmon', 'Sparrow', 'Stork', 'Tiger', 'Toucan', 'Viper', 'Walrus', 'Wolf', 'Wombat', 'Zebra'
    ])[random_integer(1, 48)]
    || '-' || substr('256789', random_integer(1, 6), 1) || substr('256789', random_integer(1, 6), 1)
    || substr('256789', random_integer(1, 6), 1) || substr('256789', random_integer(1, 6), 1) || substr('256789', random_integer(1, 6), 1)
$$;

-- Gives a player without a handle a made-up one that nobody has or had.
create or replace function give_random_handle(for_player uuid) returns text
language plpgsql as $$
declare
  made text;
begin
  loop
    made := random_handle();
    insert into handles (likeness, handle, player_id) values (handle_likeness(made), made, for_player)
    on conflict (likeness) do nothing;
    if found then return made; end if;
  end loop;
end $$;

-- Trigger of players.
create or replace function give_first_handle() returns trigger
language plpgsql as $$
begin
  perform give_random_handle(new.id);
  return null;
end $$;

-- Counts the players of each role. Trigger of players.
create or replace function count_holders() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    perform add_to_counter('role holders', array[old.role], array[-1]);
  end if;
  if new.deleted_at is null then
    perform add_to_counter('role holders', array[new.role], array[1]);
  end if;
  return null;
end $$;

-- What a player may do has changed: the journal is told, so that a database restored to an earlier moment takes it away
-- again. Before the update, under the lock of the row: of two changes the later one has the later time. Trigger of players.
create or replace function note_authority() returns trigger
language plpgsql as $$
begin
  new.authority_at := date_trunc('milliseconds', clock_timestamp());
  perform enqueue_job('note-authority', jsonb_build_object('playerId', new.id), null,
    p_key => 'note-authority:player:' || new.id);
  return new;
end $$;

-- The same for what a role allows. Trigger of roles.
create or replace function note_role() returns trigger
language plpgsql as $$
begin
  perform enqueue_job('note-authority', jsonb_build_object('roleId', old.id), null,
    p_key => 'note-authority:role:' || old.id);
  if tg_op = 'DELETE' then return old; end if;
  new.authority_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end $$;

-- The same for what a player proves themselves by. Trigger of passkeys, authenticator_apps and recovery_codes.
create or replace function note_factors() returns trigger
language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.player_id else new.player_id end;
begin
  perform enqueue_job('note-authority', jsonb_build_object('factorsOf', changed), null,
    p_key => 'note-authority:factors:' || changed);
  return null;
end $$;

-- A further way to sign in was added: its owner is notified later, unless who adds it does so. Processes of the previous
-- version do not. Trigger of identities.
create or replace function mark_owner_untold() returns trigger
language plpgsql as $$
begin
  new.owner_untold := new.owner_untold or exists (select from identities where player_id = new.player_id);
  return new;
end $$;
