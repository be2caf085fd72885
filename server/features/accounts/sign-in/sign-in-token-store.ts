// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { AccountState } from '../player-store.ts';

/** Limits a sign-in to a single use: a hash of its state, stored until its cookie expires. */
export interface UsedSignIn {
  stateHash: Buffer;
  expiresAt: Date;
}

/** Uses up a sign-in after its provider's callback; false if it was used before. */
export async function claimSignIn(db: Queryable, { stateHash, expiresAt }: UsedSignIn): Promise<boolean> {
  const row = await db.row(sql`
    insert into used_sign_ins (state_hash, expires_at) values (${stateHash}, ${expiresAt})
    on conflict do nothing returning expires_at`);
  return row !== undefined;
}

/** Stores the outcome of a sign-in, encrypted. */
export async function storeOutcome(
  db: Queryable,
  { stateHash, outcome, endedAt }: { stateHash: Buffer; outcome: Buffer; endedAt: Date },
): Promise<void> {
  await db.run(sql`
    update used_sign_ins set outcome = ${outcome}, ended_at = ${endedAt} where state_hash = ${stateHash}`);
}

/** The outcome of a sign-in; undefined until it has ended. */
export function findOutcome(
  db: Queryable,
  stateHash: Buffer,
): Promise<{ outcome: Buffer; endedAt: Date } | undefined> {
  return db.row(sql`
    select outcome, ended_at from used_sign_ins where state_hash = ${stateHash} and outcome is not null`);
}

export async function insertSignInToken(
  tx: Tx,
  token: { tokenHash: Buffer; browserHash: Buffer; playerId: string; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into sign_in_tokens (token_hash, browser_hash, player_id, expires_at)
    values (${token.tokenHash}, ${token.browserHash}, ${token.playerId}, ${token.expiresAt})`);
}

interface GivenToken {
  tokenHash: Buffer;
  browserHash: Buffer;
  now: Date;
}

const givenToken = ({ tokenHash, browserHash, now }: GivenToken) => sql`
  token_hash = ${tokenHash} and browser_hash = ${browserHash} and expires_at > ${now}`;

/** The player of a sign-in token and its browser's secret; undefined if they are invalid or expired. */
export async function findSignInToken(db: Queryable, token: GivenToken): Promise<string | undefined> {
  const row = await db.row<{ playerId: string }>(
    sql`select player_id from sign_in_tokens where ${givenToken(token)}`,
  );
  return row?.playerId;
}

/** Uses up a token together with its browser's secret; undefined if they are invalid or expired. */
export function takeSignInToken(
  tx: Tx,
  token: GivenToken,
): Promise<Pick<AccountState, 'playerId' | 'suspendedAt'> | undefined> {
  return tx.row(sql`
    with taken as (delete from sign_in_tokens where ${givenToken(token)} returning player_id)
    select p.id as player_id, p.suspended_at
    from taken join players p on p.id = taken.player_id
    where p.deleted_at is null`);
}
