// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log.ts';
import { createFortniteClient } from './fortnite/client.ts';
import { createStatsSource, type StatsSource } from './source.ts';
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

function source(db: Database, requestsPerSecond: number): StatsSource {
  const shares = { entryShare: 0.5, backgroundShare: 0.8 };
  const keys = [{ key: 'key', requestsPerSecond }];
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

/** How often the source was asked for a name with this beginning until then. */
const asked = (beginning: string, until: number) =>
  server.requests.filter(
    ({ address, at }) => at <= until && address.searchParams.get('name')?.startsWith(beginning),
  ).length;

describe('concurrent entries and readings', () => {
  it('leave half of the slots to readings, however many entries arrive', {
    tags: ['long'],
  }, async () => {
    const both = processes.map((db) => source(db, 20));
    const until = performance.now() + 4_000;
    const keepAsking = async (one: StatsSource | undefined, name: string, use: 'entry' | 'background') => {
      while (one && performance.now() < until) {
        await one.read({ name }, use, use === 'entry' ? 4_000 : 2_000);
      }
    };
    await Promise.all([
      ...Array.from({ length: 50 }, (_, index) => keepAsking(both[index % 2], `wrong${index}`, 'entry')),
      ...Array.from({ length: 8 }, (_, index) =>
        keepAsking(both[index % 2], `reading${index}`, 'background'),
      ),
    ]);
    const [entries, readings] = [asked('wrong', until), asked('reading', until)];
    expect(entries).toBeGreaterThan(10);
    expect(readings / (entries + readings)).toBeGreaterThan(0.45);
    expect(entries).toBeLessThanOrEqual(4 * 10 + 1);
  });

  it('leave half of the slots to entries, however many readings wait', { tags: ['long'] }, async () => {
    const { read } = source(processes[0], 20);
    const readings = Array.from({ length: 30 }, () => read({ name: 'reading' }, 'background', 60_000));
    const started = performance.now();
    for (let index = 0; index < 5; index++) {
      expect(await read({ name: 'entry' }, 'entry', 4_000)).toEqual({ kind: 'unknown' });
    }
    expect(performance.now() - started).toBeLessThan(patient(4_000));
    await Promise.all(readings);
  });

  it('turn an entry away when its slot does not come in time', { tags: ['long'] }, async () => {
    const { read } = source(processes[0], 2);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => read({ name: `n${index}` }, 'entry', 1_500)),
    );
    const served = answers.filter(({ kind }) => kind === 'unknown').length;
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThan(5);
    for (const answer of answers) {
      if (answer.kind === 'busy') expect(answer.retryInMs).toBeGreaterThan(0);
      else expect(answer.kind).toBe('unknown');
    }
  });
});

describe('Retry-After', () => {
  const tooMany = { status: 429, error: 'the maximum allowed requests are 3 per 1s.' };
  const blockedForSeconds = async () => {
    const row = await processes[0].row<{ seconds: number }>(sql`
      select round(extract(epoch from blocked_until - clock_timestamp()))::int as seconds from source_budget`);
    return row?.seconds ?? Number.NaN;
  };

  it('stops every process, even with reserved slots', async () => {
    server.answer(sendJson(429, tooMany, { 'retry-after': '60' }));
    const both = processes.map((db) => source(db, 4));
    await both[0]?.read({ name: 'first' }, 'entry', 4_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        both[index % 2]?.read({ name: 'a' }, index % 3 ? 'background' : 'entry', 3_000),
      ),
    );
    expect(server.requests).toHaveLength(1);
    expect(answers.every((answer) => answer?.kind === 'busy' && answer.retryInMs > 50_000)).toBe(true);
  });

  it('stops callers that are already waiting for a slot', { tags: ['long'] }, async () => {
    server.answer(sendJson(429, tooMany, { 'retry-after': '60' }));
    const { read } = source(processes[0], 2);
    await Promise.all([
      read({ name: 'first' }, 'entry', 4_000),
      read({ name: 'second' }, 'background', 4_000),
    ]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['30', 30],
    ['in 90 s', 90],
    ['999999999999999999999', 900],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 900],
    // A time in the past, or an unparseable one, counts as none.
    ['0', 1],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 1],
    ['-5', 1],
    ['soon', 1],
  ])('of %s is understood', async (header, seconds) => {
    const value = header === 'in 90 s' ? new Date(Date.now() + 90_000).toUTCString() : header;
    server.answer(sendJson(429, tooMany, { 'retry-after': value }));
    await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000);
    expect(Math.abs((await blockedForSeconds()) - seconds)).toBeLessThanOrEqual(seconds > 60 ? 5 : 1);
  });

  it('is followed with 503 too, which remains a fault', async () => {
    server.answer(sendJson(503, { status: 503, error: 'maintenance' }, { 'retry-after': '120' }));
    const { read } = source(processes[0], 100);
    expect(await read({ name: 'a' }, 'background', 3_000)).toMatchObject({
      kind: 'fault',
      detail: 'HTTP 503: maintenance',
    });
    expect(await read({ name: 'a' }, 'background', 3_000)).toMatchObject({ kind: 'busy' });
    expect(server.requests).toHaveLength(1);
  });

  it('and the named reset: the later one counts', async () => {
    const reset = new Date(Date.now() + 10_000).toISOString();
    server.answer(sendJson(429, tooMany, { 'retry-after': '60', 'x-ratelimit-reset': reset }));
    await source(processes[0], 100).read({ name: 'a' }, 'entry', 3_000);
    expect(await blockedForSeconds()).toBeGreaterThan(55);
  });
});
