-- The second game. A reading of matches with an id is kept as its game's schema has it; totals that grow keep their columns,
-- which figures and estimates compare. No row is read for these constraints: the next migration proves them.
alter table challenges drop constraint challenges_game,
  add constraint challenges_game check (game in ('fortnite', 'pubg')),
  -- What a challenge of this game asks for besides place and kills; null where there is nothing else.
  add column terms jsonb;
alter table attempts drop constraint attempts_game,
  add constraint attempts_game check (game in ('fortnite', 'pubg')) not valid,
  add column terms jsonb,
  -- What the deciding match achieved, where no columns of readings say it.
  add column final_stats jsonb;
alter table attempt_readings add column reading jsonb,
  drop constraint attempt_readings_kind_check,
  drop constraint attempt_readings_complete,
  add constraint attempt_readings_complete check (
case kind
    when 'stats' then (num_nulls(matches, wins, top10, top25, kills, minutes_played) = 0)
    when 'matches' then (reading is not null)
    when 'private' then (source_wide is not null)
    when 'fault' then (detail is not null)
    else false
end) not valid;
