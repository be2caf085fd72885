// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type Achievement, achievements, type Figure } from '../../../contract/achievements.ts';
import { type Claim, maxBreaches } from '../../ledger/proof.ts';

/** Figures that the ledger also has, independently of the tables that they are counted from. */
const inLedger: readonly Figure[] = ['wins', 'coinsWon', 'referrals'];
const told: readonly Achievement[] = achievements.filter(({ figure }) => inLedger.includes(figure));

/** The invariants between achievements and the ledger (docs/rules/achievements.md). */
export const achievementProofs: readonly Claim[] = [
  {
    // A fact and its counting job are written together, so players with such a job are not up to date yet and are
    // skipped.
    claim: 'Achievements for wins, coins won and referrals match the ledger, without voided ones',
    contradictions: sql`
  with rewards as (
    select coalesce(credit_player_id, debit_player_id) as player_id,
      sum(case when type = 'reversal' then -amount else amount end) as coins
    from transfers where currency = 'GC' and type in ('challenge_reward', 'reversal')
    group by 1, reference having bool_or(type = 'challenge_reward')
  ), figures as (
    select player_id, 'wins' as figure, count(*) filter (where coins > 0) as value from rewards group by 1
    union all
    select player_id, 'coinsWon', sum(coins) from rewards group by 1
    union all
    select coalesce(credit_player_id, debit_player_id), 'referrals',
      sum(case when type = 'reversal' then -amount else amount end)
    from transfers where currency = 'REFERRAL_TOKEN' and type in ('referral_reward', 'reversal') group by 1
  ), goals as (
    select * from unnest(${told.map(({ id }) => id)}::text[], ${told.map(({ figure }) => figure)}::text[],
      ${told.map(({ goal }) => goal)}::bigint[]) g (achievement, figure, goal)
  ), due as (
    select player_id, achievement from figures join goals using (figure)
    where value >= goal and player_id in (select player_id from achievement_counts)
  ), held as (
    select player_id, achievement from achievements
    where achievement in (select achievement from goals) and lost_at is null
  ), differing as (
    select player_id, achievement, held.player_id is not null as is_held
    from held full join due using (player_id, achievement)
    where (held.player_id is null) <> (due.player_id is null)
  )
  select format('player %s: achievement %s is %s', player_id, achievement,
    case when is_held then 'held but not earned' else 'earned but missing' end) as breach
  from differing
  where not exists (
    select from graphile_worker._private_jobs j
    where player_id::text in (j.payload ->> 'playerId', j.payload ->> 'referrerId'))
  order by player_id, achievement limit ${maxBreaches}`,
  },
];
