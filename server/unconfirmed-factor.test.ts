// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { type AdminTest, type Person, startAdminTest } from '../tests/support/admin.ts';
import { insertAttempt } from '../tests/support/attempt-rows.ts';
import { endpointsOfContract } from '../tests/support/contract.ts';
import { insertPromotion } from '../tests/support/promotion-rows.ts';
import { getName, sampleCall } from '../tests/support/sample-calls.ts';

/**
 * Calls that distinguish an administrator from a player before the second factor is confirmed, each with its reason.
 * None of them shows anything about others.
 */
const knownDifferences: Record<string, string> = {
  'GET /auth/get-profile': 'says what the role allows, by which the dashboard asks for the factor',
  'POST /auth/second-factor/app/finish': 'sets up the factor, which only administrators have',
  'POST /auth/second-factor/app/start': 'sets up the factor, which only administrators have',
  'POST /auth/second-factor/passkeys/start': 'sets up the factor, which only administrators have',
  'POST /auth/second-factor/passkeys/finish': 'sets up the factor, which only administrators have',
  'POST /giveaways/:id/enter': 'administrators win no giveaway, confirmed or not',
};

/** Calls whose answer is known to grow with a permission: proves that the test can notice such calls. */
const widens = [
  'GET /challenge/attempts/:id/receipt',
  'GET /events',
  'GET /giveaways',
  'GET /saved-views',
  'POST /saved-views',
  'PUT /saved-views/:id',
  'DELETE /saved-views/:id',
];

let app: AdminTest;
let endpoints: Endpoint[];
let objects: string[];
beforeAll(async () => {
  // Statistics that nobody answers for: a call that needs them reports that to everyone.
  const gameStats = {};
  app = await startAdminTest({ config: { gameStats, secondFactor: { isDemanded: true, freshMs: 600_000 } } });
  endpoints = (await endpointsOfContract()).filter(({ access }) => access === 'signed-in');
  objects = await whatOthersHave();
});
afterAll(() => app?.close());

/** Confirms the factor of an administrator's session. */
async function confirm({ id }: Person): Promise<void> {
  const [nonce, sealed] = [Buffer.alloc(12), Buffer.alloc(8)];
  await app.db.run(sql`
    insert into authenticator_apps (player_id, key_id, nonce, ciphertext, started_at, confirmed_at)
    values (${id}, 'k', ${nonce}, ${sealed}, now(), now()) on conflict do nothing`);
  await app.db.run(sql`update sessions set factor_at = ${app.clock.now()} where player_id = ${id}`);
}

/** Other players' objects, of every kind that a player's call names by an id. */
async function whatOthersHave(): Promise<string[]> {
  const [player, owner] = [await app.person(), await app.person({ role: 'SUPER_ADMIN' })];
  const attempt = await insertAttempt(app.db, player.id);
  const event = await insertPromotion(app.db, { startsAt: '2020-01-01', endsAt: '2040-01-01', budget: 500 });
  const { giveaway } = await app.db.one<{ giveaway: string }>(sql`
    insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values ('Open', 'XP', 1, 1, '2020-01-01', '2040-01-01', ${'a'.repeat(64)}, ${'b'.repeat(64)})
    returning id as giveaway`);
  const { view } = await app.db.one<{ view: string }>(sql`
    insert into saved_views (owner_id, list, name, query, is_shared, created_at)
    values (${owner.id}, 'users', 'Shared', '', true, now()) returning id as view`);
  return [player.id, attempt, event, giveaway, view];
}

/** The shape of an answer without its values: its fields, the lengths of its lists, and which values are present. */
function toForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toForm);
  if (typeof value !== 'object' || value === null) return value === null ? 'nothing' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toForm(part)]));
}

/** One answer to a new caller of this kind. */
async function ask(endpoint: Endpoint, id: string, who: 'player' | 'unconfirmed' | 'confirmed') {
  const caller = await app.person({ role: who === 'player' ? 'USER' : 'SUPER_ADMIN', gamerCoins: 1000 });
  if (who === 'confirmed') await confirm(caller);
  const { headers, ...call } = await sampleCall(endpoint, id);
  const answer = await app.app.http.inject({
    ...call,
    url: `/api/v1${call.url}`,
    headers: { ...headers, authorization: `Bearer ${caller.token}`, 'idempotency-key': randomUUID() },
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, form: isJson ? toForm(answer.json()) : answer.body.length > 0 };
}

/** Names of the calls that answer such an administrator differently from a player. */
async function findDiffering(who: 'unconfirmed' | 'confirmed'): Promise<string[]> {
  const differing = new Set<string>();
  for (const endpoint of endpoints) {
    for (const id of endpoint.path.includes(':') ? objects : objects.slice(0, 1)) {
      const [player, admin] = [await ask(endpoint, id, 'player'), await ask(endpoint, id, who)];
      if (JSON.stringify(player) !== JSON.stringify(admin)) differing.add(getName(endpoint));
    }
  }
  return [...differing].sort();
}

it('distinguishes the answers to a confirmed administrator and a player', { tags: ['long'] }, async () => {
  expect(await findDiffering('confirmed')).toEqual(expect.arrayContaining(widens));
});

it('answers an administrator without a confirmed factor like a player', { tags: ['long'] }, async () => {
  expect(await findDiffering('unconfirmed')).toEqual(Object.keys(knownDifferences).sort());
});
