// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { HoldReason, Referral } from '../../../contract/referrals.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import type { SharedThing } from '../../ports.ts';

export async function rememberNetwork(
  db: Queryable,
  { playerId, networkHash, at }: { playerId: string; networkHash: string; at: Date },
): Promise<void> {
  await db.run(sql`
    insert into sign_in_networks as n (player_id, network_hash, seen_at) values (${playerId}, ${networkHash}, ${at})
    on conflict (player_id, network_hash) do update set seen_at = greatest(n.seen_at, excluded.seen_at)`);
}

export async function forgetNetworks(db: Queryable, before: Date): Promise<void> {
  await deleteInBatches(db, sql`sign_in_networks`, sql`seen_at < ${before}`);
}

export async function hasUsedNetwork(
  db: Queryable,
  { playerId, networkHash, from, until }: { playerId: string; networkHash: string; from: Date; until: Date },
): Promise<boolean> {
  const row = await db.row(sql`
    select from sign_in_networks
    where player_id = ${playerId} and network_hash = ${networkHash} and seen_at between ${from} and ${until}`);
  return row !== undefined;
}

/** Whether two players recently signed in from the same network. */
export async function shareNetwork(
  db: Queryable,
  one: string,
  other: string,
  withinMs: number,
): Promise<boolean> {
  const row = await db.row(sql`
    select from sign_in_networks a join sign_in_networks b using (network_hash)
    where a.player_id = ${one} and b.player_id = ${other}
      and abs(extract(epoch from a.seen_at - b.seen_at)) * 1000 <= ${withinMs} limit 1`);
  return row !== undefined;
}

/** Networks from which both the player and others signed in, as long as networks are retained. */
export function findSharedNetworks(db: Queryable, playerId: string): Promise<SharedThing[]> {
  return db.rows(sql`
    select left(encode(sha256(mine.network_hash::bytea), 'hex'), 8) as hash, array_agg(theirs.player_id) as player_ids
    from (select network_hash from sign_in_networks where player_id = ${playerId} limit 20) mine
    cross join lateral (
      select player_id from sign_in_networks
      where network_hash = mine.network_hash and player_id <> ${playerId} limit 20
    ) theirs
    group by mine.network_hash`);
}

export async function insertReferral(
  db: Queryable,
  referral: { inviteeId: string; referrerId: string; at: Date; isSameNetwork: boolean },
): Promise<void> {
  await db.run(sql`
    insert into referrals (invitee_id, referrer_id, signed_up_at, is_same_network)
    values (${referral.inviteeId}, ${referral.referrerId}, ${referral.at}, ${referral.isSameNetwork})
    on conflict (invitee_id) do nothing`);
}

export interface ReferralRow {
  inviteeId: string;
  referrerId: string;
  signedUpAt: Date;
  isSameNetwork: boolean;
  status: Referral['status'];
  holdReasons: HoldReason[];
  finishedAt: Date | null;
  qualifiedAt: Date | null;
  /** The finished attempt with which it counts or is held. */
  attemptId: string | null;
  /** How often it has counted; more than once if such an attempt was voided. */
  qualifications: number;
}

const columns = sql`
  invitee_id, referrer_id, signed_up_at,
  is_same_network, status, hold_reasons, finished_at,
  qualified_at, attempt_id,
  greatest(qualifications, (status = 'qualified')::integer) as qualifications`;

export function lockReferral(tx: Tx, inviteeId: string): Promise<ReferralRow | undefined> {
  return tx.row<ReferralRow>(
    sql`select ${columns} from referrals where invitee_id = ${inviteeId} for update`,
  );
}

/** Serializes a referrer's referrals, so that the monthly limit is exact. */
export async function lockReferrer(tx: Tx, referrerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7419, hashtext(${referrerId}))`);
}

export async function sumPaidSince(tx: Tx, referrerId: string, since: Date): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) as count from referrals where referrer_id = ${referrerId} and qualified_at > ${since}`);
  return count;
}

export async function hold(
  tx: Tx,
  inviteeId: string,
  reasons: readonly HoldReason[],
  { attemptId, at }: { attemptId: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update referrals set status = 'in_review', hold_reasons = ${[...reasons]}, finished_at = ${at},
      attempt_id = ${attemptId}
    where invitee_id = ${inviteeId}`);
}

export async function qualify(
  tx: Tx,
  inviteeId: string,
  {
    finished,
    at,
    by,
    number,
  }: { finished: { attemptId: string | null; at: Date }; at: Date; by: string | null; number: number },
): Promise<void> {
  await tx.run(sql`
    update referrals set status = 'qualified', finished_at = ${finished.at}, attempt_id = ${finished.attemptId},
      qualified_at = ${at}, decided_by = ${by}, qualifications = ${number}
    where invitee_id = ${inviteeId}`);
}

/** Resets it to before any finished challenge. The reasons for holding it stay, as some cannot be determined again. */
export async function reopen(tx: Tx, { inviteeId, qualifications }: ReferralRow): Promise<void> {
  await tx.run(sql`
    update referrals set status = 'signed_up', finished_at = null, attempt_id = null, qualified_at = null,
      decided_by = null, qualifications = ${qualifications}
    where invitee_id = ${inviteeId}`);
}

/** @param by the administrator; null if the referrer's account is gone */
export async function decideAgainst(tx: Tx, inviteeId: string, by: string | null): Promise<void> {
  await tx.run(sql`
    update referrals set status = 'not_counted', decided_by = ${by} where invitee_id = ${inviteeId}`);
}

export function listReferrals(db: Queryable, referrerId: string, limit: number): Promise<ReferralRow[]> {
  return db.rows<ReferralRow>(sql`
    select ${columns} from referrals where referrer_id = ${referrerId}
    order by signed_up_at desc, invitee_id limit ${limit}`);
}

export function countReferrals(
  db: Queryable,
  referrerId: string,
): Promise<{ total: number; qualified: number }> {
  return db.one(sql`
    select count(*) as total, count(*) filter (where status = 'qualified') as qualified
    from referrals where referrer_id = ${referrerId}`);
}

export function listInReview(db: Queryable, limit: number): Promise<ReferralRow[]> {
  return db.rows<ReferralRow>(sql`
    select ${columns} from referrals where status = 'in_review' order by finished_at limit ${limit}`);
}

/** How many referrals wait for a decision. */
export async function countInReview(db: Queryable): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(
    sql`select count(*) as waiting from referrals where status = 'in_review'`,
  );
  return waiting;
}

/** Players who signed up through an invitation, the newest 10,000 in a span, and how many of them count. */
export async function listInvited(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ playerIds: string[]; counted: number }> {
  const rows = await db.rows<{ inviteeId: string; isCounted: boolean }>(sql`
    select invitee_id, status = 'qualified' as is_counted from referrals
    where signed_up_at >= ${from} and signed_up_at < ${until} order by signed_up_at desc limit 10000`);
  return {
    playerIds: rows.map(({ inviteeId }) => inviteeId),
    counted: rows.filter(({ isCounted }) => isCounted).length,
  };
}
