// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log.ts';
import { createFortniteClient } from './fortnite/client.ts';
import { createStatsSource, type StatsKey, type StatsSource } from './source.ts';
import { addKeys, type KeyBudget, reserveSlot } from './source-budget-store.ts';
import { type ScriptedSource, sendJson, startScriptedSource } from './testing/scripted-source.ts';

let testDatabase: TestDatabase;
/** Two processes from the budget's point of view. */
let processes: [Database, Database];
let server: ScriptedSource;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  processes = [openDatabase(testDatabase.url), openDatabase(testDatabase.url)];
  server = await startScriptedSource();
});
afterAll(async () => {
  await Promise.all(processes.map((db) => db.close()));
  await Promise.all([testDatabase.drop(), server.close()]);
});
beforeEach(async () => {
  await processes[0].run(sql`delete from source_budget`);
  server.requests.length = 0;
  server.answer(sendJson(404, { status: 404, error: 'the requested account does not exist' }));
});

const shares = { entryShare: 0.5, backgroundShare: 0.8 };

function sourceOf(db: Database, keys: readonly StatsKey[]): StatsSource {
  return createStatsSource({
    game: 'fortnite',
    createClient: createFortniteClient,
    db,
    log: createLogger('silent'),
    baseUrl: server.baseUrl,
    keys,
    shares,
  });
}

function source(db: Database, requestsPerSecond: number): StatsSource {
  return sourceOf(db, [{ key: 'key', requestsPerSecond }]);
}

/** A separate, unused budget for each key. */
async function withKeys(...keys: KeyBudget[]): Promise<KeyBudget[]> {
  const [db] = processes;
  await db.run(sql`delete from source_budget where key_id = any(${keys.map(({ id }) => id)})`);
  await addKeys(db, keys);
  return keys;
}

describe('the request budget', () => {
  it('spaces the slots of all processes, for entries and readings alike', async () => {
    const keys = await withKeys({ id: 'one', requestsPerSecond: 3 });
    const slots = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        reserveSlot(
          processes[index % 2] as Database,
          keys,
          shares,
          index % 3 ? 'background' : 'entry',
          60_000,
        ),
      ),
    );
    const times = slots
      .map((slot) => (slot.isReserved ? slot.at.getTime() : Number.NaN))
      .sort((a, b) => a - b);
    for (const [index, at] of times.entries()) {
      // The fourth request after any leaves more than a second later, the hundred-and-eightieth more than a minute.
      if (index > 0) expect(at - (times[index - 1] as number)).toBeGreaterThanOrEqual(349);
      if (index > 2) expect(at - (times[index - 3] as number)).toBeGreaterThan(1000);
    }
  });

  it('sends no request before its slot', { tags: ['long'] }, async () => {
    const reads = Array.from({ length: 12 }, (_, index) =>
      source(processes[index % 2] as Database, 40).read({ name: 'a' }, 'entry', 60_000),
    );
    await Promise.all(reads);
    const row = await processes[0].row<{ last: Date }>(sql`
      select max(next_slot_at) - interval '1 second' * 1.05 / 40 as last from source_budget`);
    expect(server.requests).toHaveLength(12);
    expect(Date.now()).toBeGreaterThanOrEqual(row?.last.getTime() ?? Number.NaN);
  });

  it('serves readings in order of arrival, and never turns one away', { tags: ['long'] }, async () => {
    // On a slow machine, requests close behind each other could overtake on their way.
    const { read } = source(processes[0], 40_000 / patient(1_000));
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const answers = await Promise.all(names.map((name) => read({ name }, 'background', patient(200))));
    expect(answers).toEqual(names.map(() => ({ kind: 'unknown' })));
    expect(server.requests.map(({ address }) => address.searchParams.get('name'))).toEqual(names);
  });

  it('reserves a fifth of the slots for entries', async () => {
    const keys = await withKeys({ id: 'one', requestsPerSecond: 1 });
    const [db] = processes;
    const times: number[] = [];
    for (let index = 0; index < 5; index++) {
      const slot = await reserveSlot(db, keys, shares, 'background', 60_000);
      times.push(slot.isReserved ? slot.at.getTime() : Number.NaN);
    }
    // Spaced by 1.05 s / 0.8.
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThanOrEqual(4 * 1312);
    const fresh = await withKeys({ id: 'fresh', requestsPerSecond: 1000 });
    expect(await reserveSlot(db, fresh, shares, 'entry', 60_000)).toMatchObject({ isReserved: true });
  });

  it('lets an entry overtake readings that wait for their spacing', async () => {
    const keys = await withKeys({ id: 'one', requestsPerSecond: 1000 });
    const few = { ...shares, backgroundShare: 0.0001 };
    const [db] = processes;
    expect(await reserveSlot(db, keys, few, 'background', 0)).toMatchObject({ isReserved: true });
    expect(await reserveSlot(db, keys, few, 'background', 100)).toMatchObject({ isReserved: false });
    expect(await reserveSlot(db, keys, few, 'entry', 100)).toMatchObject({ isReserved: true });
  });

  it('reserves no slot too far away, and returns when to ask again', async () => {
    const keys = await withKeys({ id: 'one', requestsPerSecond: 0.1 });
    const [db] = processes;
    await reserveSlot(db, keys, shares, 'entry', 0);
    for (let index = 0; index < 3; index++) {
      const slot = await reserveSlot(db, keys, shares, 'entry', 3_000);
      expect(slot.isReserved).toBe(false);
      if (!slot.isReserved) expect(slot.retryInMs).toBeGreaterThan(9_000);
    }
  });
});

describe('when the source says "too many requests"', () => {
  const tooMany = { status: 429, error: 'the maximum allowed requests are 3 per 1s.' };

  it('waits until the given reset time in every process', async () => {
    const until = new Date(Date.now() + 120_000);
    server.answer(sendJson(429, tooMany, { 'x-ratelimit-reset': until.toISOString() }));
    expect(await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000)).toEqual({
      kind: 'rate-limited',
      until,
    });
    const next = await source(processes[1], 100).read({ id: 'a' }, 'background', 3_000);
    expect(next).toMatchObject({ kind: 'busy' });
    expect(next.kind === 'busy' && next.retryInMs).toBeGreaterThan(110_000);
    expect(server.requests).toHaveLength(1);
  });

  it('waits 15 minutes at most, however late the reset time', async () => {
    server.answer(sendJson(429, tooMany, { 'x-ratelimit-reset': '2099-01-01T00:00:00Z' }));
    await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000);
    const next = await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000);
    expect(next.kind === 'busy' && next.retryInMs).toBeLessThanOrEqual(15 * 60_000);
  });

  it.each(['-200000-01-01T00:00:00Z', '+270000-01-01T00:00:00Z'])(
    'ignores an impossible reset time like %s',
    async (named) => {
      server.answer(sendJson(429, tooMany, { 'x-ratelimit-reset': named }));
      const answer = await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000);
      expect(answer.kind).toBe('rate-limited');
    },
  );

  it('backs off longer each time without a reset time, and starts over after an answer', async () => {
    const [db] = processes;
    const blockedForSeconds = async () => {
      server.answer(sendJson(429, tooMany));
      await db.run(sql`update source_budget set blocked_until = '-infinity', next_slot_at = '-infinity'`);
      await source(db, 100).read({ name: 'a' }, 'entry', 3_000);
      const row = await db.row<{ seconds: number }>(sql`
        select round(extract(epoch from max(blocked_until) - clock_timestamp()))::int as seconds from source_budget`);
      return row?.seconds;
    };
    expect([await blockedForSeconds(), await blockedForSeconds(), await blockedForSeconds()]).toEqual([
      1, 2, 4,
    ]);
    server.answer(sendJson(404, { status: 404, error: 'the requested account does not exist' }));
    await db.run(sql`update source_budget set blocked_until = '-infinity'`);
    await source(db, 100).read({ name: 'a' }, 'entry', 3_000);
    expect(await blockedForSeconds()).toBe(1);
  });
});

describe('several keys', () => {
  /**
   * Reserves this many slots of one use through these processes concurrently. Each process takes one after the other.
   */
  async function takeSlots(keys: readonly KeyBudget[], count: number, dbs: readonly Database[]) {
    const all = { entryShare: 1, backgroundShare: 1 };
    const taken = await Promise.all(
      dbs.map(async (db) => {
        const slots = [];
        for (let index = 0; index < count / dbs.length; index++) {
          const slot = await reserveSlot(db, keys, all, 'background', 600_000);
          if (slot.isReserved) slots.push(slot);
        }
        return slots;
      }),
    );
    return taken.flat();
  }
  async function spanOf(keys: readonly KeyBudget[], count: number): Promise<number> {
    const times = (await takeSlots(keys, count, processes)).map(({ at }) => at.getTime());
    return Math.max(...times) - Math.min(...times);
  }

  it('carry as many requests as all their rates together', async () => {
    const one = await withKeys({ id: 'k0', requestsPerSecond: 3 });
    const alone = await spanOf(one, 42);
    const ten = await withKeys(
      ...Array.from({ length: 10 }, (_, index) => ({ id: `k${index}`, requestsPerSecond: 3 })),
    );
    const together = await spanOf(ten, 420);
    expect(alone).toBeGreaterThanOrEqual(41 * 350 - 1);
    // Ten times the requests. The time for reserving them is spent once in both cases.
    expect(together / alone).toBeLessThan(10 / 9.5);
  });

  it('each follow their own rate', async () => {
    const keys = await withKeys({ id: 'slow', requestsPerSecond: 1 }, { id: 'fast', requestsPerSecond: 9 });
    const bySlow = (await takeSlots(keys, 100, processes.slice(0, 1))).filter(
      ({ keyId }) => keyId === 'slow',
    );
    expect(bySlow.length).toBeGreaterThanOrEqual(9);
    expect(bySlow.length).toBeLessThanOrEqual(12);
  });

  it('are limited separately: one waits while the others continue', async () => {
    const { read, freeRate } = sourceOf(processes[0], [
      { key: 'told', requestsPerSecond: 50 },
      { key: 'free', requestsPerSecond: 50 },
    ]);
    expect(await freeRate()).toBe(100);
    server.answer(
      sendJson(
        429,
        { status: 429, error: 'the maximum allowed requests are 3 per 1s.' },
        { 'retry-after': '600' },
      ),
    );
    expect(await read({ name: 'a' }, 'entry', 3_000)).toMatchObject({ kind: 'rate-limited' });
    server.answer(sendJson(404, { status: 404, error: 'the requested account does not exist' }));
    server.requests.length = 0;
    for (let times = 0; times < 4; times++) {
      expect(await read({ name: 'a' }, 'entry', 3_000)).toEqual({ kind: 'unknown' });
    }
    expect(new Set(server.requests.map(({ authorization }) => authorization)).size).toBe(1);
    expect(await freeRate()).toBe(50);
  });

  it('pause when the source rejects them', { tags: ['long'] }, async () => {
    const { read } = sourceOf(processes[0], [
      { key: 'revoked', requestsPerSecond: 50 },
      { key: 'good', requestsPerSecond: 50 },
    ]);
    server.answer((request, ...rest) => {
      const isRevoked = request.authorization === 'revoked';
      const error = isRevoked ? 'invalid or missing key' : 'the requested account does not exist';
      sendJson(isRevoked ? 401 : 404, { status: isRevoked ? 401 : 404, error })(request, ...rest);
    });
    const answers = [];
    for (let times = 0; times < 8; times++) answers.push((await read({ name: 'a' }, 'entry', 3_000)).kind);
    expect(answers.filter((kind) => kind === 'fault')).toHaveLength(1);
  });

  it('all wait when the source is closed', async () => {
    const { read } = sourceOf(processes[0], [
      { key: 'one', requestsPerSecond: 50 },
      { key: 'other', requestsPerSecond: 50 },
    ]);
    server.answer(sendJson(503, { status: 503, error: 'down' }, { 'retry-after': '60' }));
    await read({ name: 'a' }, 'entry', 3_000);
    expect(await read({ name: 'a' }, 'entry', 1_000)).toMatchObject({ kind: 'busy' });
    expect(server.requests).toHaveLength(1);
  });
});
