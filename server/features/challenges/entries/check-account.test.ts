// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { type Player, startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const challenges = openForTests(startChallengesTest);
beforeEach(async () => {
  await challenges.test.db.run(sql`delete from rate_limit_windows`);
  challenges.source.requests.length = 0;
});

async function check({ token }: Player, epicId: string, remoteAddress = '10.20.0.1') {
  const call = { method: 'POST', url: '/challenge/check-account', token, remoteAddress } as const;
  const response = await challenges.test.call({ ...call, payload: { epicId } });
  const { code, data } = response.json();
  return { status: response.statusCode, says: code ?? 'ready', data };
}
const says = async (...call: Parameters<typeof check>) => (await check(...call)).says;

function addAccount(says?: 'private' | 'unknown' | 'broken', solo = null): string {
  const name = `check-${randomUUID().slice(0, 8)}`;
  challenges.accounts.set(name, { id: randomUUID().replaceAll('-', ''), solo, ...(says && { says }) });
  return name;
}

it('finds a public account with its number of matches, including zero', async () => {
  const player = await challenges.player();
  expect(await check(player, '  Ready  ')).toEqual({
    status: 200,
    says: 'ready',
    data: { epicId: 'Ready', matches: 100 },
  });
  const fresh = addAccount();
  expect((await check(player, fresh)).data).toEqual({ epicId: fresh, matches: 0 });
});

it('stores no binding, attempt or transfer, and leaves the account name free for other players', async () => {
  const [player, other] = [await challenges.player(), await challenges.player()];
  expect(await says(player, 'Free')).toBe('ready');
  const { db } = challenges.test;
  const { left } = await db.one<{ left: number }>(sql`
    select (select count(*) from game_accounts where player_id = ${player.id})
      + (select count(*) from attempts where player_id = ${player.id}) as left`);
  expect(left).toBe(0);
  expect(await challenges.gamerCoins(player)).toBe(1000);
  expect(await challenges.enter(other, { epicId: 'Free' })).toMatchObject({ status: 200 });
  expect(await challenges.enter(player, { epicId: 'Mine' })).toMatchObject({ status: 200 });
});

it('refuses what an entry would refuse, with the same code', async () => {
  const [owner, taker] = [await challenges.player(), await challenges.player()];
  await challenges.enter(owner, { epicId: 'Taken' });
  expect(await says(taker, 'Taken')).toBe('epic_account_taken');
  expect(await says(owner, 'Another')).toBe('epic_account_differs');
  expect(await says(owner, 'Taken')).toBe('ready');
  expect(await says(taker, addAccount('private'))).toBe('stats_private');
  expect(await check(taker, addAccount('broken'))).toMatchObject({ status: 503, says: 'stats_unavailable' });
  expect(await check(taker, ' ')).toMatchObject({ status: 400, says: 'invalid_request' });
});

it('counts failed look-ups together with the failed look-ups of entries', async () => {
  const player = await challenges.player();
  for (let index = 0; index < 3; index++) {
    expect((await challenges.enter(player, { epicId: addAccount('unknown') })).code).toBe('epic_id_unknown');
  }
  const asked = Array.from({ length: 4 }, () => says(player, addAccount('unknown')));
  expect((await Promise.all(asked)).sort()).toEqual([
    ...Array(2).fill('epic_id_unknown'),
    ...Array(2).fill('too_many_requests'),
  ]);
  expect((await challenges.enter(player, { epicId: 'Right' })).code).toBe('too_many_requests');
  expect(challenges.source.requests).toHaveLength(5);
});

it('rate limits successful checks too, per player and per network', { tags: ['long'] }, async () => {
  const player = await challenges.player();
  const own = await Promise.all(Array.from({ length: 9 }, (_, index) => says(player, `Found${index}`)));
  expect(own.filter((word) => word === 'ready')).toHaveLength(5);
  const others = await Promise.all(Array.from({ length: 24 }, () => challenges.player()));
  const all = await Promise.all(others.map((one, index) => says(one, `Net${index}`, '10.30.0.1')));
  expect(all.filter((word) => word === 'ready')).toHaveLength(20);
  expect(challenges.source.requests).toHaveLength(25);
  // It doesn't keep players from entering, either.
  expect(await challenges.enter(player, { epicId: 'Found0' })).toMatchObject({ status: 200 });
});
