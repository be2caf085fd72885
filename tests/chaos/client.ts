// SPDX-License-Identifier: Apache-2.0

import { createHash, randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database } from '../../server/platform/db/database.ts';
import { createPlayer } from '../support/factories.ts';
import { patient } from '../support/patience.ts';

export interface Answer {
  status: number;
  code: string | undefined;
  data: Record<string, unknown>;
}

export interface Client {
  token: string;
  playerId: string;
}

/** Counts the calls so far. */
export interface Tally {
  answered: number;
  /** No answer, or an answer that asks to retry later. */
  unavailable: number;
  /** Answers that no fault can explain. */
  strange: string[];
}

const callMs = 10_000;
/**
 * Statuses that ask to retry later: the request came too slowly, the rate limit is reached, or the service is
 * unavailable.
 */
const comeAgain = [408, 429, 503];

/** A signed-in player with coins. */
export async function signInPlayer(db: Database, gamerCoins: number): Promise<Client> {
  const { id } = await createPlayer(db, { gamerCoins });
  const token = randomBytes(32).toString('base64url');
  await db.run(sql`
    insert into sessions (token_hash, player_id, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${id}, now() + interval '1 day')`);
  return { token, playerId: id };
}

/** Each player has their own network, because calls are limited per network. */
function toAddress(playerId: string): string {
  const [a, b, c] = Buffer.from(playerId.slice(-6), 'hex');
  return `10.${a}.${b}.${c}`;
}

/** Makes one call. Undefined without an answer, or if the answer asks to retry later. */
export async function ask(
  url: string,
  { token, playerId }: Client,
  path: string,
  { key, payload }: { key?: string; payload?: unknown } = {},
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: payload === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': toAddress(playerId),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
      signal: AbortSignal.timeout(patient(callMs)),
    });
    const body = (await answer.json()) as { code?: string; data?: Record<string, unknown> };
    if (comeAgain.includes(answer.status)) return undefined;
    return { status: answer.status, code: body.code, data: body.data ?? {} };
  } catch {
    return undefined;
  }
}
