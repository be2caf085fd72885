// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { fromListFile, verifyDraw } from '../../../../contract/draw.ts';
import { maxListed } from '../../../../contract/giveaways.ts';
import { startTestApp } from '../../../../tests/support/app.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { ObjectsUnavailable } from '../../../platform/objects/objects.ts';
import { commitTo } from '../edit-giveaway.ts';
import { listOpener, storeDrawList } from './store-draw-list.ts';

const test = openForTests(startTestApp);

const task = (name: string, payload: unknown = {}) => (test.app.tasks[name] as Task)(payload as never);
const get = async (id: string, headers: Record<string, string> = {}) => {
  const answer = await test.call({ url: `/giveaways/${id}/draw/entrants`, headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};
const listJobs = (id: string) =>
  test.db.rows(sql`
    select from graphile_worker._private_jobs where payload ->> 'giveawayId' = ${id} and key = ${`keep-draw-list:${id}`}`);
const recordOf = async (id: string) => (await test.call({ url: `/giveaways/${id}/draw` })).json().data;

/** A drawn giveaway with this many entries. */
async function drawn(title: string, entrants: number, winnerCount = 3): Promise<string> {
  const id = `01900000-0000-7000-8000-${createHash('sha256').update(title).digest('hex').slice(0, 12)}`;
  const [startDate, endDate] = ['2020-01-01T00:00:00.000Z', '2020-01-02T00:00:00.000Z'];
  const terms = {
    title,
    prizeType: 'XP' as const,
    prizeAmount: 5,
    winnerCount,
    startDate,
    endDate,
    isActive: true,
  };
  const { seed, commitment } = await commitTo(id, terms);
  await test.db.run(sql`
    with someone as (
      insert into players (name, email, referral_code)
      select 'Player ' || n, '', ${title} || lpad(n::text, 6, '0') from generate_series(1, ${entrants}::int) n returning id),
    wallet as (
      insert into wallets (player_id, currency) select id, unnest(enum_range(null::currency)) from someone returning player_id),
    giveaway as (
      insert into giveaways (id, title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
      values (${id}, ${title}, 'XP', 5, ${winnerCount}, ${startDate}, ${endDate}, ${seed}, ${commitment}) returning id)
    insert into giveaway_entries (giveaway_id, player_id, entered_at)
    select giveaway.id, someone.id, now() from giveaway, someone where exists (select from wallet)`);
  await task('draw-giveaways');
  return id;
}

it('a long list is a separate file whose bytes match the published hash', {
  tags: ['long'],
}, async () => {
  const id = await drawn('LONG', 1_200, 20);
  const record = await recordOf(id);
  expect(record.entrants).toBeUndefined();
  expect([record.entrantCount, record.winners.length]).toEqual([1_200, 20]);

  const plain = await get(id, { 'accept-encoding': 'identity' });
  expect(plain.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${record.entrantsHash}"`,
    vary: 'accept-encoding',
    'content-disposition': expect.stringContaining(`draw-${id}.txt`),
  });
  expect((await get(id)).headers['content-encoding']).toBeUndefined();
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(createHash('sha256').update(plain.bytes).digest('hex')).toBe(record.entrantsHash);
  const zipped = await get(id, { 'accept-encoding': 'br, gzip' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);

  const checks = await verifyDraw({ ...record, entrants: fromListFile(plain.bytes.toString()) });
  expect(checks.filter(({ isRight }) => !isRight)).toEqual([]);
  for (const known of [`"${record.entrantsHash}"`, `"other", W/"${record.entrantsHash}"`, '*']) {
    const unchanged = await get(id, { 'if-none-match': known });
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
  }
  expect((await get(id, { 'if-none-match': '"other"' })).status).toBe(200);
});

it('a short list is part of the record, and also a file', { tags: ['long'] }, async () => {
  const id = await drawn('SHORT', maxListed);
  const record = await recordOf(id);
  expect(record.entrants).toHaveLength(maxListed);
  expect(await listJobs(id)).toHaveLength(0);
  expect((await get(id)).bytes.toString()).toBe(record.entrants.join('\n'));
  expect((await verifyDraw(record)).every(({ isRight }) => isRight)).toBe(true);
  expect((await get(await drawn('NOBODY', 0))).bytes).toHaveLength(0);
});

it('a list is unavailable before the draw and for unknown giveaways', async () => {
  const { id } = await test.db.one<{ id: string }>(sql`
    insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values ('Open', 'XP', 1, 1, now(), now() + interval '1 year', ${'1'.repeat(64)}, ${'2'.repeat(64)}) returning id`);
  const early = await get(id);
  expect([early.status, JSON.parse(early.bytes.toString()).code]).toEqual([409, 'giveaway_not_drawn']);
  expect((await get('01900000-0000-7000-8000-000000000000')).status).toBe(404);
});

it('a job makes the list after the draw, with the same bytes as for earlier requests', {
  tags: ['long'],
}, async () => {
  const id = await drawn('JOB', 700);
  expect(await listJobs(id)).toHaveLength(1);
  const before = await Promise.all(Array.from({ length: 5 }, () => get(id)));
  await task('keep-draw-list', { giveawayId: id });
  for (const { bytes } of before) expect(bytes.equals(before[0]?.bytes as Buffer)).toBe(true);
  expect((await get(id)).bytes.equals(before[0]?.bytes as Buffer)).toBe(true);
});

it('a list is stored completely or not at all', { tags: ['long'] }, async () => {
  const id = await drawn('TORN', 600);
  const kept: string[] = [];
  const objects = {
    async put(name: string, content: AsyncIterable<Buffer>) {
      for await (const _ of content) kept.push(name);
    },
  };
  const db = {
    ...test.db,
    reports: {
      ...test.db.reports,
      rows: async () => {
        throw new ObjectsUnavailable('no database', new Error('away'));
      },
    },
  };
  await expect(storeDrawList(id, { db: db as never, objects: objects as never })).rejects.toThrow(
    'no database',
  );
});

it('a list is not stored under a hash that differs from its content', { tags: ['long'] }, async () => {
  const id = await drawn('OTHER', 30);
  const objects = {
    async put(_name: string, content: AsyncIterable<Buffer>) {
      for await (const _ of content);
    },
  };
  const rows = async (query: never) => (await test.db.reports.rows(query)).slice(1);
  const db = { ...test.db, reports: { ...test.db.reports, rows } };
  const keeping = storeDrawList(id, { db: db as never, objects: objects as never });
  await expect(keeping).rejects.toThrow('drawn from another list');
});

it('a list is the same whatever the batch size', { tags: ['long'] }, async () => {
  const id = await drawn('PAGES', 30);
  const kept: Buffer[] = [];
  const objects = {
    async put(_name: string, content: AsyncIterable<Buffer>) {
      for await (const piece of content) kept.push(piece);
    },
  };
  const rows = async (query: never) => (await test.db.reports.rows(query)).slice(0, 7);
  await storeDrawList(id, {
    db: { ...test.db, reports: { ...test.db.reports, rows } } as never,
    objects: objects as never,
  });
  expect(gunzipSync(Buffer.concat(kept)).toString()).toBe((await recordOf(id)).entrants.join('\n'));
});

it('a list is made once for concurrent requests, and again when its file was lost', async () => {
  const id = await drawn('OPENED', 3);
  const { entrantsHash } = await recordOf(id);
  const files = new Map<string, Buffer>();
  const made: string[] = [];
  let keeps = true;
  const open = listOpener({
    db: test.db,
    objects: {
      async put(name: string, content: AsyncIterable<Buffer>) {
        made.push(name);
        const file = Buffer.concat(await Readable.from(content).toArray());
        if (keeps) files.set(name, file);
      },
      get: async (name: string) => files.has(name) && Readable.from([files.get(name)]),
    } as never,
  });
  const opened = () => open(id, entrantsHash).then((file) => file.toArray());
  const [first, ...others] = await Promise.all([1, 2, 3].map(opened));
  expect(others).toEqual([first, first]);
  await opened();
  const name = `draws/${entrantsHash}.txt.gz`;
  expect(made).toEqual([name]);
  files.clear();
  await opened();
  expect(made).toEqual([name, name]);
  files.clear();
  keeps = false;
  await expect(opened()).rejects.toThrow(`${name} was kept and is not there`);
});
