// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterEach, expect, it, vi } from 'vitest';
import { startAdminTest } from '../../../tests/support/admin.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const app = openForTests(startAdminTest);
afterEach(() => vi.restoreAllMocks());

it('rate limits each call under its own name, by player or by address', async () => {
  const player = await app.person();
  const counted = vi.spyOn(app.app.http.limiter, 'take');
  const ofPlayer = (name: string, max: number, windowSeconds: number) => [
    { name, max, windowSeconds, by: 'player' },
    player.id,
  ];
  const ofAddress = (name: string, max: number) => [
    { name, max, windowSeconds: 60, by: 'address' },
    '127.0.0.1',
  ];
  for (const [method, url, limit] of [
    ['POST', '/auth/generate-discord-token', ofPlayer('discord-token', 10, 60)],
    ['GET', '/auth/handle/check?handle=Somebody', ofPlayer('handle-check', 40, 60)],
    ['PUT', '/auth/handle', ofPlayer('handle-change', 20, 60)],
    ['POST', '/auth/second-factor/confirm', ofPlayer('second-factor', 30, 60)],
    ['POST', '/auth/export', ofPlayer('export', 10, 3_600)],
    ['GET', `/auth/export/${player.id}/archive`, ofPlayer('export-archive', 30, 3_600)],
    ['GET', '/auth/google', ofAddress('sign-in', 120)],
    ['GET', '/auth/discord/callback', ofAddress('sign-in', 120)],
    ['POST', '/auth/exchange', ofAddress('exchange', 60)],
    ['POST', '/auth/keep-account', ofAddress('exchange', 60)],
    ['POST', '/auth/separate-account', ofAddress('exchange', 60)],
    ['DELETE', '/auth/sign-ins/google', ofPlayer('remove-sign-in', 10, 60)],
    ['POST', '/auth/delete-account', ofAddress('delete-account', 20)],
  ] as const) {
    counted.mockClear();
    await app.call({ method, url, token: player.token });
    expect([url, ...counted.mock.calls]).toEqual([url, limit]);
  }
});

it('refuses Discord interactions when no Discord key is configured', async () => {
  const answer = await app.call({ method: 'POST', url: '/discord/interactions', payload: { type: 1 } });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
});

it('compresses long answers about users', async () => {
  const admin = await app.person({ role: 'ADMIN' });
  const user = await app.person();
  await app.db.run(sql`
    insert into user_notes (player_id, author_id, note, created_at)
    select ${user.id}, ${admin.id}, repeat('x', 100), now() from generate_series(1, 30)`);
  await app.db.run(sql`
    insert into payments (player_id, package_title, coins, amount_cents, xp, status, created_at)
    select ${user.id}, 'GC_' || n, n, 100, 0, 'failed', now() from generate_series(1, 30) n`);
  await app.db.run(sql`
    insert into players (name, email, referral_code)
    select 'Crowd ' || n, n || '@crowd.test', 'CROWD' || n from generate_series(1, 25) n`);
  const headers = { 'accept-encoding': 'gzip' };
  for (const path of ['get-all-users', `users/${user.id}`, `users/${user.id}/payments?limit=30`]) {
    const answer = await app.call({ url: `/super-admin/${path}`, token: admin.token, headers });
    expect([path, answer.headers['content-encoding']]).toEqual([path, 'gzip']);
  }
});
