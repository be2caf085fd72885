import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';

/** What must hold of boards. */
export const boardProofs: readonly Claim[] = [
  {
    claim: 'Each board counts its players at the XP that they have',
    contradictions: sql`
  with there as (
    select board, 0 as width, xp - xp % 2000 as xp, '-infinity'::timestamptz as since, count(*) as players
    from board_scores where xp > 0 group by 1, 3
    union all
    select board, 1, xp, '-infinity', count(*) from board_scores where xp > 0 group by 1, 3
    union all
    select board, 2, xp, date_trunc('hour', reached_at, 'UTC'), count(*) from board_scores where xp > 0 group by 1, 3, 4
  )
  select format('board %s, width %s at %s XP: counted %s, there are %s', board, width, xp, coalesce(s.players, 0),
    coalesce(t.players, 0)) as breach
  from board_steps s full join there t using (board, width, xp, since)
  where coalesce(s.players, 0) <> coalesce(t.players, 0)
  order by board, width, xp, since limit ${maxBreaches}`,
  },
];
