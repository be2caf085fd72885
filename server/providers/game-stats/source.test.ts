import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log.ts';
import { reserveSlot } from './budget-store.ts';
import { createGameStats } from './client.ts';
import { createStatsSource, type StatsSource } from './source.ts';
import { type ScriptedSource, sendJson, startScriptedSource } from './testing/scripted-source.ts';

let testDatabase: TestDatabase;
/** Two processes as far as the budget can tell. */
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
  await processes[0].run(sql`
    update source_budget set next_slot_at = '-infinity', next_background_at = '-infinity', next_entry_at = '-infinity',
      blocked_until = '-infinity', refusals = 0`);
  server.requests.length = 0;
  server.answer(sendJson(404, { status: 404, error: 'the requested account does not exist' }));
});

function source(db: Database, requestsPerSecond: number): StatsSource {
  const stats = createGameStats({ log: createLogger('silent'), baseUrl: server.baseUrl, apiKey: 'key' });
  return createStatsSource({
    db,
    stats,
    budget: { requestsPerSecond, entryShare: 0.5, backgroundShare: 0.8 },
  });
}

describe('the budget', () => {
  it('gives all processes slots that lie apart, to entries and readings alike', async () => {
    const budget = { requestsPerSecond: 3, entryShare: 0.5, backgroundShare: 0.8 };
    const slots = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        reserveSlot(processes[index % 2] as Database, budget, index % 3 ? 'background' : 'entry', 60_000),
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

  it('lets no request leave before its slot', async () => {
    const reads = Array.from({ length: 12 }, (_, index) =>
      source(processes[index % 2] as Database, 40).read({ name: 'a' }, 'entry', 60_000),
    );
    await Promise.all(reads);
    const row = await processes[0].row<{ last: Date }>(sql`
      select next_slot_at - interval '1 second' * 1.05 / 40 as last from source_budget`);
    expect(server.requests).toHaveLength(12);
    expect(Date.now()).toBeGreaterThanOrEqual(row?.last.getTime() ?? Number.NaN);
  });

  it('serves readings in the order in which they come, and sends none of a long queue away', async () => {
    const { read } = source(processes[0], 40);
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const answers = await Promise.all(names.map((name) => read({ name }, 'background', 200)));
    expect(answers).toEqual(names.map(() => ({ kind: 'unknown' })));
    expect(server.requests.map(({ address }) => address.searchParams.get('name'))).toEqual(names);
  });

  it('leaves a fifth of the slots to entries', async () => {
    const budget = { requestsPerSecond: 1, entryShare: 0.5, backgroundShare: 0.8 };
    const [db] = processes;
    const times: number[] = [];
    for (let index = 0; index < 5; index++) {
      const slot = await reserveSlot(db, budget, 'background', 60_000);
      times.push(slot.isReserved ? slot.at.getTime() : Number.NaN);
    }
    // Spaced by 1.05 s / 0.8.
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThanOrEqual(4 * 1312);
    const fresh = { requestsPerSecond: 1000, entryShare: 0.5, backgroundShare: 0.001 };
    expect(await reserveSlot(db, fresh, 'entry', 60_000)).toMatchObject({ isReserved: true });
  });

  it('lets an entry pass readings that wait for their own spacing', async () => {
    const budget = { requestsPerSecond: 1000, entryShare: 0.5, backgroundShare: 0.0001 };
    const [db] = processes;
    expect(await reserveSlot(db, budget, 'background', 0)).toMatchObject({ isReserved: true });
    expect(await reserveSlot(db, budget, 'background', 100)).toMatchObject({ isReserved: false });
    expect(await reserveSlot(db, budget, 'entry', 100)).toMatchObject({ isReserved: true });
  });

  it('reserves nothing that is too far away, and says when to ask again', async () => {
    const budget = { requestsPerSecond: 0.1, entryShare: 0.5, backgroundShare: 0.8 };
    const [db] = processes;
    await reserveSlot(db, budget, 'entry', 0);
    for (let index = 0; index < 3; index++) {
      const slot = await reserveSlot(db, budget, 'entry', 3_000);
      expect(slot.isReserved).toBe(false);
      if (!slot.isReserved) expect(slot.retryInMs).toBeGreaterThan(9_000);
    }
  });
});

describe('when the source says "too many requests"', () => {
  const tooMany = { status: 429, error: 'the maximum allowed requests are 3 per 1s.' };

  it('waits until the time it named, in every process', async () => {
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

  it('does not let a far time stop it for good', async () => {
    server.answer(sendJson(429, tooMany, { 'x-ratelimit-reset': '2099-01-01T00:00:00Z' }));
    await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000);
    const next = await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000);
    expect(next.kind === 'busy' && next.retryInMs).toBeLessThanOrEqual(15 * 60_000);
  });

  it('waits longer each time without one, and anew after an answer', async () => {
    const [db] = processes;
    const blockedForSeconds = async () => {
      server.answer(sendJson(429, tooMany));
      await db.run(sql`update source_budget set blocked_until = '-infinity', next_slot_at = '-infinity'`);
      await source(db, 100).read({ name: 'a' }, 'entry', 3_000);
      const row = await db.row<{ seconds: number }>(sql`
        select round(extract(epoch from blocked_until - clock_timestamp()))::int as seconds from source_budget`);
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
