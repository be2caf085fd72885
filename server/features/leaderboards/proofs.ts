// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';

/** The invariants between played attempts and their scores (docs/rules/leaderboards.md). */
export const boardProofs: readonly Claim[] = [
  {
    claim: 'Each ranking of an event counts what was played within its dates',
    contradictions: sql`
  with played as (
    select s.board, player_id, sum(xp) as xp, max(played_at) as reached_at
    from played_spans s join played_xp on played_at >= s.starts_at and played_at < s.counted_until
    where s.forgotten_at is null and taken_back_at is null and xp > 0
    group by s.board, player_id
  ), kept as (
    select board, player_id, xp, reached_at from board_scores join played_spans s using (board)
    where s.forgotten_at is null and xp > 0
  )
  select format('player %s, board %s: counted %s XP until %s, played %s XP until %s', player_id, board, coalesce(kept.xp, 0),
    kept.reached_at, coalesce(played.xp, 0), played.reached_at) as breach
  from kept full join played using (board, player_id)
  where (kept.xp, kept.reached_at) is distinct from (played.xp::bigint, played.reached_at)
  order by board, player_id limit ${maxBreaches}`,
  },
];
