// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { AdminChallenge, ChallengeInput, VariantInput } from '../../../contract/challenges-admin.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { counted } from '../../platform/db/counted.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { type Listed, toListed } from './challenge-store.ts';

const challenges = sql`
  select c.id as _id, c.game, c.terms, c.description, c.is_active,
    (select reason from closed_games g where c.is_active and g.game = c.game) as closed_because,
    coalesce((select json_agg(json_build_object(
      '_id', v.id, 'challengeType', v.challenge_type, 'entryFeeGC', v.entry_fee_gc, 'rewardGC', v.reward_gc,
      'requiredPlacement', v.required_placement, 'requiredKills', v.required_kills) order by v.position, v.id)
      from challenge_variants v where v.challenge_id = c.id), '[]') as challenge_variants,
    ${counted('challenge entries', sql`c.id`)} as attempts, ${counted('running attempts', sql`c.id`)} as running
  from challenges c
  where c.deleted_at is null`;

/** Every challenge that is not deleted, open ones first. */
export async function listForAdmins(db: Queryable): Promise<AdminChallenge[]> {
  const rows = await db.rows<Listed<AdminChallenge>>(sql`${challenges} order by c.is_active desc, c.id`);
  return rows.map((row) => toListed<AdminChallenge>(row));
}

export async function findForAdmins(db: Queryable, challengeId: string): Promise<AdminChallenge | undefined> {
  const row = await db.row<Listed<AdminChallenge>>(sql`${challenges} and c.id = ${challengeId}`);
  return row && toListed<AdminChallenge>(row);
}

/**
 * Locks a challenge until the transaction ends; false if it does not exist or is deleted. Not `for update`: that would
 * block every entry, since an entry's foreign key takes a lock on the challenge's key.
 */
export async function lockChallenge(tx: Tx, challengeId: string): Promise<boolean> {
  return (
    (await tx.row(
      sql`select id from challenges where id = ${challengeId} and deleted_at is null for no key update`,
    )) !== undefined
  );
}

export async function updateChallenge(
  tx: Tx,
  challengeId: string,
  { description, isActive, terms }: Pick<ChallengeInput, 'description' | 'isActive' | 'terms'>,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update challenges set description = ${description}, is_active = ${isActive}, updated_at = ${at},
      -- A game that knows nothing besides place and kills keeps null.
      terms = case when terms is not null then coalesce(${terms ? JSON.stringify(terms) : null}::jsonb, terms) end
    where id = ${challengeId}`);
}

/** Replaces the challenge's variants with these; a variant whose type stays keeps its id. */
export async function setVariants(
  tx: Tx,
  challengeId: string,
  variants: ChallengeInput['challengeVariants'],
): Promise<void> {
  const of = (part: keyof (typeof variants)[number]) => variants.map((variant) => variant[part]);
  const given = sql`
    unnest(${of('requiredPlacement')}::integer[], ${of('requiredKills')}::integer[], ${of('entryFeeGC')}::bigint[],
      ${of('rewardGC')}::bigint[]) with ordinality as given (placement, kills, fee, reward, position)`;
  await tx.run(sql`
    delete from challenge_variants v where challenge_id = ${challengeId} and not exists (
      select from ${given} where placement = v.required_placement and kills = v.required_kills)`);
  await tx.run(sql`
    insert into challenge_variants
      (challenge_id, required_placement, required_kills, entry_fee_gc, reward_gc, position)
    select ${challengeId}, placement, kills, fee, reward, position from ${given}
    on conflict (challenge_id, challenge_type) do update
      set entry_fee_gc = excluded.entry_fee_gc, reward_gc = excluded.reward_gc, position = excluded.position`);
}

export async function markDeleted(tx: Tx, challengeId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update challenges set deleted_at = ${at}, is_active = false, updated_at = ${at} where id = ${challengeId}`);
}

export interface VariantRecord {
  sampleSize: number;
  winRate: number | null;
  decided: number;
  won: number;
  /** Entries of this type since then; of all types if it has none. */
  entries: number;
  /** The most entries on one day (UTC). */
  busiestDay: number;
}

/**
 * The record of entries at a game since `since`. The win rate is the mean, over entries, of the chance that the player's
 * statistics at entry suggest: the share of matches with such a placement, times the probability of that many kills
 * under a geometric distribution with the player's mean. Placement and kills are assumed to be independent.
 */
export function getRecord(
  db: Queryable,
  {
    game,
    requiredPlacement,
    requiredKills,
  }: Pick<VariantInput, 'requiredPlacement' | 'requiredKills'> & {
    game?: GameId | undefined;
  },
  since: Date,
): Promise<VariantRecord> {
  return db.one<VariantRecord>(sql`
    with entered as (
      select a.id, a.status, a.reason, a.started_at,
        a.required_placement = ${requiredPlacement} and a.required_kills = ${requiredKills} as is_alike
      from counted_attempts a where a.started_at >= ${since} and a.game = ${gameOf({ game }).id}
    ), likely as (
      select win_chance(${requiredPlacement}, ${requiredKills}, r) as chance
      from entered join attempt_readings r on r.attempt_id = entered.id and r.number = 0 and r.kind = 'stats'
      where r.matches > 0
    ), counted as (
      select started_at from entered where is_alike or not exists (select from entered where is_alike)
    ), days as (
      select count(*) as entries from counted group by date_trunc('day', started_at, 'UTC')
    )
    select (select count(*) from likely) as sample_size, (select avg(chance) from likely) as win_rate,
      (select count(*) from entered where is_alike and status in ('SUCCESS', 'FAILED')
        and reason <> 'made-private') as decided,
      (select count(*) from entered where is_alike and status = 'SUCCESS') as won,
      (select count(*) from counted) as entries, (select coalesce(max(days.entries), 0) from days) as busiest_day`);
}
