// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Challenge } from '../../../contract/challenges.ts';
import type { GameId } from '../../../contract/games/game.ts';
import { gameIds } from '../../../contract/games/games.ts';
import type { GameTerms } from '../../../contract/games/schemas.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export type WithTerms<Row> = Omit<Row, 'terms'> & { terms: GameTerms | null };

/** Challenges of a game that requires only place and kills have no `terms`. */
export function leaveOutNoTerms<Row>({ terms, ...row }: WithTerms<Row>): Row {
  return (terms ? { ...row, terms } : row) as Row;
}

/** `closedBecause`: null while the game is open. */
export type Listed<Row> = WithTerms<Row> & { closedBecause: string | null };

export function toListed<Row>({ closedBecause, ...row }: Listed<Row>): Row {
  const listed = leaveOutNoTerms<Row>(row as unknown as WithTerms<Row>);
  return closedBecause === null ? listed : { ...listed, closedBecause };
}

/** All challenges of these games with their variants, open ones first. Of a closed game, none is active. */
export async function listChallenges(
  db: Queryable,
  games: readonly GameId[] = gameIds,
): Promise<Challenge[]> {
  const rows = await db.rows<Listed<Challenge>>(sql`
    select c.id as _id, c.game, c.terms, c.description, c.is_active and g.game is null as is_active,
      case when c.is_active then g.reason end as closed_because,
      coalesce(json_agg(json_build_object(
        '_id', v.id, 'challengeType', v.challenge_type, 'entryFeeGC', v.entry_fee_gc, 'rewardGC', v.reward_gc,
        'requiredPlacement', v.required_placement, 'requiredKills', v.required_kills)
        order by v.position, v.id) filter (where v.id is not null), '[]') as challenge_variants
    from challenges c left join challenge_variants v on v.challenge_id = c.id left join closed_games g using (game)
    where c.deleted_at is null and c.game = any(${games})
    group by c.id, g.game order by c.is_active and g.game is null desc, c.id`);
  return rows.map((row) => toListed<Challenge>(row));
}

/** A variant on offer, with the terms that an attempt keeps a copy of. */
export interface OfferedVariant {
  challengeId: string;
  game: GameId;
  terms: GameTerms | null;
  description: string;
  isActive: boolean;
  /** Null while the game is open. */
  closedBecause: string | null;
  variantId: string | null;
  challengeType: string;
  entryFeeGC: number;
  rewardGC: number;
  requiredPlacement: number;
  requiredKills: number;
}

/** The challenge with the named variant, or undefined. `variantId` is null if the challenge has no such variant. */
export function findOffer(
  db: Queryable,
  { challengeId, challengeType }: { challengeId: string; challengeType: string },
): Promise<OfferedVariant | undefined> {
  return db.row<OfferedVariant>(sql`
    select c.id as challenge_id, c.game, c.terms, c.description, c.is_active, g.reason as closed_because, v.id as variant_id,
      v.challenge_type, v.entry_fee_gc, v.reward_gc,
      v.required_placement, v.required_kills
    from challenges c left join closed_games g using (game)
    left join challenge_variants v on v.challenge_id = c.id and v.challenge_type = ${challengeType}
    where c.id = ${challengeId} and c.deleted_at is null`);
}

export async function hasChallenges(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select id from challenges limit 1`)) !== undefined;
}

export async function insertChallenge(
  tx: Tx,
  {
    game,
    terms = null,
    description,
    isActive,
  }: { game: GameId; terms?: GameTerms | null; description: string; isActive: boolean },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into challenges (game, terms, description, is_active)
    values (${game}, ${terms && JSON.stringify(terms)}, ${description}, ${isActive}) returning id`);
  return id;
}

export async function insertVariant(
  tx: Tx,
  challengeId: string,
  variant: {
    entryFeeGC: number;
    rewardGC: number;
    requiredPlacement: number;
    requiredKills: number;
    position: number;
  },
): Promise<void> {
  await tx.run(sql`
    insert into challenge_variants
      (challenge_id, entry_fee_gc, reward_gc, required_placement, required_kills, position)
    values (${challengeId}, ${variant.entryFeeGC}, ${variant.rewardGC}, ${variant.requiredPlacement},
      ${variant.requiredKills}, ${variant.position})`);
}

/** Whether players can enter a challenge of these games. */
export async function hasActiveChallenge(db: Queryable, games: readonly GameId[]): Promise<boolean> {
  return (
    (await db.row(sql`
      select from challenges left join closed_games g using (game)
      where is_active and game = any(${games}) and g.reason is null limit 1`)) !== undefined
  );
}
