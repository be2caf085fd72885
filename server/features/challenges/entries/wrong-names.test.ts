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

const askedFor = (beginning: string) =>
  challenges.source.requests.filter(({ address }) => address.searchParams.get('name')?.startsWith(beginning))
    .length;

/** Enters from a separate network, unless `remote` is given. */
async function enter({ token }: Player, epicId: string, remoteAddress: string): Promise<string> {
  const { challengeId, challengeType } = challenges;
  const response = await challenges.test.call({
    method: 'POST',
    url: '/challenge/start',
    token,
    key: randomUUID(),
    remoteAddress,
    payload: { epicId, challengeId, challengeType },
  });
  return response.json().code ?? 'entered';
}
function addWrongNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `wrong-${randomUUID().slice(0, 8)}-${index}`;
    challenges.accounts.set(name, { id: randomUUID().replaceAll('-', ''), solo: null, says: 'unknown' });
    return name;
  });
}

it('allows a player five wrong names a minute', async () => {
  const player = await challenges.player();
  const said: string[] = [];
  for (const [index, name] of addWrongNames(8).entries())
    said.push(await enter(player, name, `10.0.${index}.1`));
  expect(said).toEqual([...Array(5).fill('epic_id_unknown'), ...Array(3).fill('too_many_requests')]);
  expect(askedFor('wrong-')).toBe(5);
});

it('allows a network five wrong names a minute, but still admits players who entered before', {
  tags: ['long'],
}, async () => {
  const known = await challenges.player();
  const { attemptId } = await challenges.enter(known, { epicId: 'Known' });
  await challenges.playLater(attemptId, 'Known');
  const said: string[] = [];
  for (const name of addWrongNames(8)) said.push(await enter(await challenges.player(), name, '10.9.9.9'));
  expect(said).toEqual([...Array(5).fill('epic_id_unknown'), ...Array(3).fill('too_many_requests')]);
  expect(await enter(await challenges.player(), 'Right', '10.9.9.9')).toBe('too_many_requests');
  expect(await enter(await challenges.player(), 'Right', '10.9.9.8')).toBe('entered');
  expect(await enter(known, 'Known', '10.9.9.9')).toBe('entered');
});

it('applies both limits to concurrent requests', { tags: ['long'] }, async () => {
  const player = await challenges.player();
  const ofPlayer = addWrongNames(20).map((name, index) => enter(player, name, `10.1.${index}.1`));
  expect((await Promise.all(ofPlayer)).sort()).toEqual([
    ...Array(5).fill('epic_id_unknown'),
    ...Array(15).fill('too_many_requests'),
  ]);
  const others = await Promise.all(
    addWrongNames(20).map(async (name) => [await challenges.player(), name] as const),
  );
  const fromNetwork = others.map(([other, name]) => enter(other, name, '10.7.7.7'));
  expect((await Promise.all(fromNetwork)).sort()).toEqual([
    ...Array(5).fill('epic_id_unknown'),
    ...Array(15).fill('too_many_requests'),
  ]);
  expect(askedFor('wrong-')).toBe(10);
});

it("counts a known player's failures towards the network, without blocking that player", async () => {
  const known = await challenges.player();
  const { attemptId } = await challenges.enter(known, { epicId: 'Hides' });
  await challenges.playLater(attemptId, 'Hides');
  await challenges.test.db.run(sql`delete from rate_limit_windows`);
  const account = challenges.accounts.get('hides');
  if (account) account.says = 'private';
  for (let time = 0; time < 5; time++) expect(await enter(known, 'Hides', '10.5.5.5')).toBe('stats_private');
  expect(await enter(await challenges.player(), 'Fresh5', '10.5.5.5')).toBe('too_many_requests');
  expect(await enter(await challenges.player(), 'Fresh6', '10.5.5.6')).toBe('entered');
});

it('lets many friends on one network enter concurrently', { tags: ['long'] }, async () => {
  const players = await Promise.all(Array.from({ length: 16 }, () => challenges.player()));
  const entries = players.map((player, index) => enter(player, `Right${index}`, '10.6.6.6'));
  expect(await Promise.all(entries)).toEqual(Array(16).fill('entered'));
  for (const name of addWrongNames(5))
    expect(await enter(await challenges.player(), name, '10.6.6.6')).toBe('epic_id_unknown');
});

it('counts unusable names, but not faults of the source', async () => {
  const [owner, taker] = [await challenges.player(), await challenges.player()];
  await challenges.enter(owner, { epicId: 'Owned' });
  const says = async (epicId: string) => enter(taker, epicId, '10.8.0.1');
  challenges.accounts.set('hidden', { id: 'b'.repeat(32), solo: null, says: 'private' });
  challenges.accounts.set('torn', { id: 'd'.repeat(32), solo: null, says: 'broken' });
  for (let index = 0; index < 3; index++) expect(await says('torn')).toBe('stats_unavailable');
  expect([await says('Owned'), await says('hidden'), await says('Owned')]).toEqual([
    'epic_account_taken',
    'stats_private',
    'epic_account_taken',
  ]);
  expect([await says('hidden'), await says('hidden'), await says('Mine')]).toEqual([
    'stats_private',
    'stats_private',
    'too_many_requests',
  ]);
});

it('allows twenty entries and practices a minute per player, including refused attempts', async () => {
  const player = await challenges.player();
  const challengeType = 'TOP1_9KILL_SOLO';
  const asks = async (isPractice: boolean) =>
    (await challenges.enter(player, { isPractice, challengeType })).code;
  for (let time = 0; time < 20; time++) expect(await asks(time % 2 === 0)).toBe('variant_not_found');
  expect([await asks(true), await asks(false)]).toEqual(Array(2).fill('too_many_requests'));
  const other = await challenges.player();
  expect((await challenges.enter(other, { challengeType })).code).toBe('variant_not_found');
});

it('counts entries, account checks and disputes in separate rate limits', async () => {
  const player = await challenges.player();
  const [wrong = ''] = addWrongNames(1);
  await enter(player, wrong, '10.3.3.3');
  const call = { method: 'POST', url: '/challenge/check-account', token: player.token } as const;
  await challenges.test.call({ ...call, remoteAddress: '10.3.3.3', payload: { epicId: 'Looked-at' } });
  const url = `/challenge/attempts/${randomUUID()}/dispute`;
  await challenges.test.call({ ...call, url, payload: { words: 'It was a win, look at it' } });
  const kept = await challenges.test.db.rows<{ key: string }>(sql`
    select key from rate_limit_windows where key like ${`%${player.id}`} or key like '%10.3.3.3' order by key`);
  expect(kept.map(({ key }) => key.replace(player.id, 'player')).sort()).toEqual([
    'account-check-from:10.3.3.3',
    'account-check:player',
    'all:10.3.3.3',
    'challenge-start:player',
    'dispute:player',
    'failed-look-up-from:10.3.3.3',
    'failed-look-up-from:under-way:10.3.3.3',
    'failed-look-up:player',
    'failed-look-up:under-way:player',
  ]);
});

it('keeps readings on time while fifty accounts ask for unknown ids twenty times a minute', {
  tags: ['long'],
}, async () => {
  const slow = await startChallengesTest({ requestsPerSecond: 20 });
  try {
    const player = await slow.player();
    const { attemptId } = await slow.enter(player, { epicId: 'Honest' });
    slow.test.clock.advance(60_000);
    const attackers = await Promise.all(Array.from({ length: 50 }, () => slow.player()));
    for (const [index] of attackers.entries()) {
      slow.accounts.set(`wrong${index}`, { id: `${index}`.padStart(32, '0'), solo: null, says: 'unknown' });
    }
    slow.source.requests.length = 0;
    let isOver = false;
    const { challengeId, challengeType } = slow;
    const attack = attackers.map(async ({ token }, index) => {
      for (let call = 0; call < 20 && !isOver; call++) {
        await slow.test.call({
          method: 'POST',
          url: '/challenge/start',
          token,
          key: randomUUID(),
          remoteAddress: `10.${index}.0.1`,
          payload: { epicId: `wrong${index}`, challengeId, challengeType },
        });
      }
    });
    // Runs the attempt's job repeatedly. Each run finds a slot.
    const before = (await slow.receipt(player, attemptId)).readings.length;
    for (let turn = 0; turn < 10; turn++) await slow.read(attemptId, 1 / 60);
    isOver = true;
    await Promise.all(attack);
    // One less is accepted, because a busy machine may miss the two seconds that a reading waits.
    const taken = (await slow.receipt(player, attemptId)).readings.length - before;
    expect(taken).toBeGreaterThanOrEqual(8);
    const wrong = slow.source.requests.filter(({ address }) => address.searchParams.has('name')).length;
    expect(wrong).toBeLessThanOrEqual(50 * 6);
  } finally {
    await slow.close();
  }
});
