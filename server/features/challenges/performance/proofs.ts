// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../../ledger/proof.ts';

/** Compares the sums kept of attempts with the attempts and their readings (docs/rules/performance.md). */
export const performanceProofs: readonly Claim[] = [
  {
    claim: 'Each finished attempt counts once, with the figures of its readings, and no voided one counts',
    contradictions: sql`
  with counted as (
    select attempt_id, jsonb_build_array(player_id, challenge_type, ended_at, is_won, wins_in_row, reward_gc, matches,
      kills, first_places, top10, top25) as facts
    from finished_attempts
  ), rows as (
    select *, count(*) filter (where not is_won)
      over (partition by player_id order by ended_at, attempt_id) as losses_before
    from attempt_results
  ), told as (
    select attempt_id, jsonb_build_array(player_id, challenge_type, ended_at, is_won,
      case when is_won then count(*) filter (where is_won)
        over (partition by player_id, losses_before order by ended_at, attempt_id) else 0 end,
      reward_gc, matches, kills, first_places, top10, top25) as facts
    from rows
  )
  select format('attempt %s: counted as %s, expected %s', attempt_id,
    coalesce(counted.facts::text, 'missing'), coalesce(told.facts::text, 'missing')) as breach
  from counted full join told using (attempt_id)
  where counted.facts is distinct from told.facts
  order by attempt_id limit ${maxBreaches}`,
  },
  {
    claim: 'Days and kinds of challenges add up to the ended attempts',
    contradictions: sql`
  with ended as (
    select a.player_id, to_char(a.completed_at at time zone 'UTC', 'YYYY-MM-DD') as day, a.challenge_type,
      array[1, (f.attempt_id is not null)::int, coalesce(f.is_won::int, 0), (a.status = 'CANCELLED')::int,
        coalesce(f.matches, 0), coalesce(f.kills, 0), coalesce(f.first_places, 0), coalesce(f.top10, 0), a.entry_fee_gc,
        a.reward_given_gc + a.refund_gc, coalesce(f.reward_gc, 0)]::numeric[] as figures
    from counted_attempts a left join attempt_results f on f.attempt_id = a.id
    where a.completed_at is not null
  ), told as (
    select player_id, part, place, sum(figure) as figure
    from ended, unnest(array[day, challenge_type]) part, unnest(figures) with ordinality as f (figure, place)
    group by 1, 2, 3
  ), counted as (
    select player_id, part, place, figure from (
      select player_id, to_char(day, 'YYYY-MM-DD') as part, array[entries, finished, won, cancelled, matches, kills,
        first_places, top10, coins_in, coins_out, coins_won]::numeric[] as figures
      from attempt_days
      union all
      select player_id, challenge_type, array[entries, finished, won, cancelled, matches, kills, first_places, top10,
        coins_in, coins_out, coins_won]::numeric[]
      from attempt_kinds
    ) sums, unnest(figures) with ordinality as f (figure, place)
  )
  select format('player %s, %s: figure %s is %s, expected %s', player_id, part, place,
    coalesce(counted.figure::text, 'missing'), coalesce(told.figure::text, 'missing')) as breach
  from counted full join told using (player_id, part, place)
  where coalesce(counted.figure, 0) <> coalesce(told.figure, 0)
  order by player_id, part, place limit ${maxBreaches}`,
  },
];
