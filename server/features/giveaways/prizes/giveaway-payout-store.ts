// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** The progress of paying a giveaway's prizes. */
export interface PrizesRow {
  giveawayId: string;
  prizes: number;
  prizesPaid: number;
  prizesLeftOut: number;
  isFinished: boolean;
}

const columns = sql`
  p.giveaway_id, p.prizes, p.prizes_paid, p.prizes_left_out,
  p.finished_at is not null as is_finished`;

/** The payouts of these giveaways, by giveaway; those without a payout are missing. */
export async function findPrizes(
  db: Queryable,
  giveawayIds: readonly string[],
): Promise<Map<string, PrizesRow>> {
  const rows = await db.rows<PrizesRow>(sql`
    select ${columns} from giveaway_payouts p where p.giveaway_id = any (${[...giveawayIds]}::uuid[])`);
  return new Map(rows.map((row) => [row.giveawayId, row]));
}

export interface OpenPrizes extends PrizesRow {
  title: string;
  prizeType: 'GC' | 'XP';
  prizeAmount: number;
  upToPlayer: string | null;
}

/** Locks the payout of a drawn giveaway, so that one batch is paid at a time; undefined once it is finished. */
export function lockPrizes(tx: Tx, giveawayId: string): Promise<OpenPrizes | undefined> {
  return tx.row<OpenPrizes>(sql`
    select ${columns}, p.up_to_player, g.title, g.prize_type,
      g.prize_amount
    from giveaway_payouts p join giveaways g on g.id = p.giveaway_id
    where p.giveaway_id = ${giveawayId} and p.finished_at is null for update of p`);
}

export async function openPrizes(tx: Tx, giveawayId: string, prizes: number, at: Date): Promise<void> {
  await tx.run(sql`
    insert into giveaway_payouts (giveaway_id, started_at, moved_at, prizes)
    values (${giveawayId}, ${at}, ${at}, ${prizes})`);
}

export interface Winner {
  entry: string;
  playerId: string;
}

/** The next winners, ordered by player id. Fewer than `limit` means that these are the last. */
export function listNextWinners(
  tx: Tx,
  { giveawayId, upToPlayer }: Pick<OpenPrizes, 'giveawayId' | 'upToPlayer'>,
  limit: number,
): Promise<Winner[]> {
  return tx.rows<Winner>(sql`
    select entry, player_id from giveaway_entries
    where giveaway_id = ${giveawayId} and won_as is not null and paid_at is null
      and (${upToPlayer}::uuid is null or player_id > ${upToPlayer}::uuid)
    order by player_id limit ${limit}`);
}

export async function markPaid(tx: Tx, entries: readonly string[], at: Date): Promise<void> {
  await tx.run(sql`update giveaway_entries set paid_at = ${at} where entry = any (${[...entries]}::uuid[])`);
}

/** Advances a payout by a batch; the last batch ends it. */
export async function advancePrizes(
  tx: Tx,
  giveawayId: string,
  batch: { paid: number; leftOut: number; upTo: string | undefined; isLast: boolean; at: Date },
): Promise<void> {
  await tx.run(sql`
    update giveaway_payouts set moved_at = ${batch.at}, prizes_paid = prizes_paid + ${batch.paid},
      prizes_left_out = prizes_left_out + ${batch.leftOut},
      up_to_player = coalesce(${batch.upTo ?? null}::uuid, up_to_player),
      finished_at = case when ${batch.isLast} then ${batch.at}::timestamptz end
    where giveaway_id = ${giveawayId}`);
}

/** Payouts that have not advanced since `before`. */
export async function listStalledPrizes(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ giveawayId: string }>(sql`
    select giveaway_id from giveaway_payouts where finished_at is null and moved_at <= ${before}
    order by moved_at limit ${limit}`);
  return rows.map(({ giveawayId }) => giveawayId);
}
