// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { patient } from '../../../../tests/support/patience.ts';
import { startPubg } from '../../../../tests/support/pubg-protocol/server.ts';
import type { Player } from '../../../../tests/support/pubg-protocol/world.ts';
import { createLogger } from '../../../platform/log.ts';
import { checkPubg } from './check-pubg.ts';
import { createPubgClient } from './client.ts';
import { createPubgSource } from './source.ts';

/**
 * The source against a server that was written from the service's documentation alone, without looking at the source.
 */

const key = 'key';
const log = createLogger('silent');
const now = () => new Date();
/** More requests than any test makes, except where a test is about the limit. */
const pubg = openForTests(() => startPubg({ now, key, perMinute: 6_000 }));

const db = openTestDatabase();
beforeEach(async () => {
  pubg.calls.length = 0;
  await db.run(sql`delete from source_budget`);
});

const openSource = ({ baseUrl = pubg.origin, requestsPerSecond = 50, key: with_ = key } = {}) =>
  createPubgSource({
    db,
    clock: { now },
    log,
    baseUrl,
    keys: [{ key: with_, requestsPerSecond }],
    shares: { entryShare: 0.85, backgroundShare: 0.85 },
    timeoutMs: patient(10_000),
  });
const maxWaitMs = patient(20_000);
const read = (account: { name: string } | { id: string }, platform: Player['platform'] = 'steam') =>
  openSource().read({ platform, ...account }, 'entry', maxWaitMs);

let count = 0;
const newPlayer = (of: Partial<Player> = {}) => pubg.world.addPlayer(`Player${++count}`, of);

describe('an account', () => {
  it('is found by its name, with a key, compressed', async () => {
    const { id, name } = newPlayer();
    expect(await read({ name })).toMatchObject({
      kind: 'player',
      player: { id, name, isBanned: false, matchIds: [] },
    });
    const [call] = pubg.calls;
    expect(call?.headers).toMatchObject({ accept: 'application/vnd.api+json', authorization: 'Bearer key' });
    expect(call?.isCompressed).toBe(true);
  });

  it('is unknown under another name, in another case or on another platform', async () => {
    const { id, name } = newPlayer({ platform: 'psn' });
    expect(await read({ name: 'Nobody' })).toEqual({ kind: 'unknown' });
    expect(await read({ name: name.toLowerCase() }, 'psn')).toEqual({ kind: 'unknown' });
    expect(await read({ name })).toEqual({ kind: 'unknown' });
    expect(await read({ id })).toEqual({ kind: 'unknown' });
    expect(pubg.calls.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await read({ name }, 'psn')).toMatchObject({ player: { id } });
  });

  it.each([
    ['TemporaryBan', true],
    ['PermanentBan', true],
    ['Innocent', false],
    [undefined, false],
  ] as const)('with banType %s is banned: %s', async (banType, isBanned) => {
    expect(await read({ name: newPlayer({ banType }).name })).toMatchObject({ player: { isBanned } });
  });

  it('keeps its id when it is renamed', async () => {
    const player = newPlayer();
    const { id, name: before } = player;
    player.name = 'Fäncy +&=%Näme';
    expect(await read({ id })).toMatchObject({ player: { id, name: player.name } });
    expect(await read({ name: player.name })).toMatchObject({ player: { id } });
    expect(await read({ name: before })).toEqual({ kind: 'unknown' });
  });

  it('shares a request with nine others, in any order', async () => {
    const players = Array.from({ length: 10 }, () => newPlayer());
    const unknown = `account.${'0'.repeat(32)}`;
    const ids = [...players.slice(0, 9).map(({ id }) => id), unknown];
    const source = openSource();
    const answers = await Promise.all(
      ids.map((id) => source.read({ platform: 'steam', id }, 'background', maxWaitMs)),
    );
    expect(answers.map((answer) => answer.kind === 'player' && answer.player.id)).toEqual([
      ...ids.slice(0, 9),
      false,
    ]);
    expect(answers.at(-1)).toEqual({ kind: 'unknown' });
    expect(pubg.calls.map(({ status }) => status)).toEqual([200]);
  });

  it('is not returned for a wrong key, which the doctor reports too', async () => {
    const { name } = newPlayer();
    const source = openSource({ key: 'wrong' });
    expect(await source.read({ platform: 'steam', name }, 'entry', maxWaitMs)).toMatchObject({
      kind: 'fault',
      isKeyRefused: true,
    });
    const check = (one: string) => checkPubg({ baseUrl: pubg.origin, keys: [{ key: one }] });
    expect(await check('wrong')).toMatchObject([{ state: 'wrong', says: 'our key is refused' }]);
    expect(await check(key)).toMatchObject([{ state: 'ok', says: 'our key works, 6000 requests a minute' }]);
  });
});

describe('the budget', () => {
  it('follows the limit that the latest answer granted', async () => {
    const narrow = await startPubg({ now, key, perMinute: 10 });
    try {
      const { id } = narrow.world.addPlayer('Narrow');
      const source = openSource({ baseUrl: narrow.origin });
      const ask = (maxMs: number) => source.read({ platform: 'steam', id }, 'background', maxMs);
      expect(await ask(maxWaitMs)).toMatchObject({ kind: 'player' });
      expect(source.budgets).toMatchObject([{ requestsPerSecond: 1 / 6 }]);
      narrow.allow(600);
      await db.run(sql`update source_budget set next_slot_at = now(), next_background_at = now()`);
      expect(await ask(maxWaitMs)).toMatchObject({ kind: 'player' });
      expect(source.budgets).toMatchObject([{ requestsPerSecond: 10 }]);
    } finally {
      await narrow.close();
    }
  });

  it('is waited for until it resets when somebody else used it up', { tags: ['long'] }, async () => {
    // Its clock is behind until the refusal, so that its minute is over two seconds later.
    let lateMs = 58_000;
    const narrow = await startPubg({ now: () => new Date(Date.now() - lateMs), key, perMinute: 60 });
    try {
      const { id, name } = narrow.world.addPlayer('Narrow');
      const another = createPubgClient({ log, baseUrl: narrow.origin, apiKey: key });
      for (let used = 0; used < 60; used++) await another.readPlayers('steam', { names: [name] });
      const source = openSource({ baseUrl: narrow.origin });
      const ask = () => source.read({ platform: 'steam', id }, 'background', maxWaitMs);
      const refused = await ask();
      expect(refused).toMatchObject({ kind: 'rate-limited', until: expect.any(Date), limit: 60 });
      const until = refused.kind === 'rate-limited' ? refused.until : null;
      lateMs = 0;
      expect(await ask()).toMatchObject({ kind: 'player' });
      expect(Date.now()).toBeGreaterThanOrEqual(until?.getTime() ?? Number.POSITIVE_INFINITY);
      expect(narrow.calls.slice(60).map(({ status }) => status)).toEqual([429, 200]);
    } finally {
      await narrow.close();
    }
  });
});
