// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createLogger } from '../../../platform/log.ts';
import { sendJson, startScriptedSource } from '../testing/scripted-source.ts';
import { createPubgSource, type PubgSource } from './source.ts';

const db = openTestDatabase();
const server = openForTests(startScriptedSource);

const shownPlayer = (id: string) => ({
  type: 'player',
  id,
  attributes: { name: `n${id.slice(-4)}`, banType: 'Innocent' },
  relationships: { matches: { data: [{ id: 'match' }] } },
});
const idOf = (number: number) => `account.${number.toString(16).padStart(32, '0')}`;
let headers: Record<string, string>;
const asked = () =>
  server.requests.map(({ address: { pathname, searchParams } }) => ({
    platform: pathname.split('/')[2],
    ids: searchParams.get('filter[playerIds]')?.split(','),
    name: searchParams.get('filter[playerNames]'),
  }));

beforeEach(async () => {
  await db.run(sql`delete from source_budget`);
  server.requests.length = 0;
  headers = {};
  server.answer((request, response, raw) => {
    const ids = request.address.searchParams.get('filter[playerIds]')?.split(',') ?? [];
    const known = ids.filter((id) => id !== idOf(404));
    const data = known.map(shownPlayer);
    const nobody = { errors: [{ title: 'Not Found' }] };
    sendJson(data.length > 0 ? 200 : 404, data.length > 0 ? { data } : nobody, headers)(
      request,
      response,
      raw,
    );
  });
});

function openSource(requestsPerSecond: number, database: Database = db): PubgSource {
  return createPubgSource({
    db: database,
    clock: systemClock,
    log: createLogger('silent'),
    baseUrl: server.baseUrl,
    keys: [{ key: 'key', requestsPerSecond }],
    shares: { entryShare: 0.5, backgroundShare: 0.85 },
  });
}

const steam = (number: number) => ({ platform: 'steam', id: idOf(number) }) as const;

it('requests ten accounts of one platform at a time', async () => {
  const { read } = openSource(20);
  const accounts = Array.from({ length: 25 }, (_, number) =>
    number % 5 === 4 ? ({ platform: 'psn', id: idOf(number) } as const) : steam(number),
  );
  const answers = await Promise.all(accounts.map((account) => read(account, 'background', 20_000)));
  expect(answers.map((answer) => answer.kind === 'player' && answer.player.id)).toEqual(
    accounts.map(({ id }) => id),
  );
  // The first request takes the accounts that wait by then.
  const sizes = asked().map(({ platform, ids }) => [platform, ids?.length]);
  expect(sizes).toEqual([
    ['steam', 10],
    ['psn', 5],
    ['steam', 10],
  ]);
});

it('answers each caller about its own account, even if it is unknown', async () => {
  const { read } = openSource(20);
  const answers = await Promise.all(
    [steam(1), steam(404), steam(2)].map((one) => read(one, 'background', 9_000)),
  );
  expect(answers).toEqual([
    {
      kind: 'player',
      player: { id: idOf(1), name: 'n0001', isBanned: false, matchIds: ['match'] },
      askedAt: expect.any(Date),
    },
    { kind: 'unknown' },
    expect.objectContaining({ kind: 'player' }),
  ]);
  expect(asked()).toHaveLength(1);
});

it('requests each id alone when the publisher answers 404 for several', async () => {
  const { read } = openSource(50);
  server.answer((request, response, raw) => {
    const ids = request.address.searchParams.get('filter[playerIds]')?.split(',') ?? [];
    const isSpoiled = ids.includes(idOf(404));
    const answer = isSpoiled ? { errors: [{ title: 'Not Found' }] } : { data: ids.map(shownPlayer) };
    sendJson(isSpoiled ? 404 : 200, answer)(request, response, raw);
  });
  const answers = await Promise.all(
    [steam(1), steam(404), steam(2)].map((one) => read(one, 'background', 9_000)),
  );
  expect(answers.map(({ kind }) => kind)).toEqual(['player', 'unknown', 'player']);
  expect(asked().map(({ ids }) => ids?.length)).toEqual([3, 1, 1, 1]);
});

it('reports one malformed account as a fault to its own caller only', async () => {
  const { read } = openSource(50);
  const odd = { ...shownPlayer(idOf(2)), relationships: { matches: { data: [{ id: 'a match?' }] } } };
  server.answer(sendJson(200, { data: [shownPlayer(idOf(1)), odd] }));
  const answers = await Promise.all([steam(1), steam(2)].map((one) => read(one, 'background', 9_000)));
  expect(answers).toMatchObject([
    { kind: 'player' },
    { kind: 'fault', detail: 'HTTP 200 of another shape at "data.1.relationships.matches.data.0.id"' },
  ]);
});

it('dates an answer by its request, not its arrival', async () => {
  const asks: number[] = [];
  server.answer((request, response, raw) => {
    asks.push(Date.now());
    sendJson(200, { data: [shownPlayer(idOf(1))] })(request, response, raw);
  });
  const answer = await openSource(50).read(steam(1), 'background', 9_000);
  expect('askedAt' in answer && answer.askedAt.getTime()).toBeLessThanOrEqual(asks[0] as number);
});

it('uses no slot for callers whose accounts another request included', { tags: ['long'] }, async () => {
  let reservations = 0;
  const counting: Database = {
    ...db,
    async row<Row>(query: Sql) {
      const row = await db.row<Row>(query);
      if (row && query.sql.includes('set next_slot_at')) reservations++;
      return row;
    },
  };
  const { read } = openSource(20, counting);
  await Promise.all(Array.from({ length: 60 }, (_, number) => read(steam(number), 'background', 20_000)));
  expect(asked()).toHaveLength(6);
  expect(reservations).toBeLessThanOrEqual(7);
});

it('requests several names at a time, and each alone when one is refused', async () => {
  const { read } = openSource(50);
  const readAll = (names: string[]) =>
    Promise.all(names.map((name) => read({ platform: 'steam', name }, 'entry', 9_000)));
  await readAll(['a', 'b']);
  server.answer((request, response, raw) => {
    const name = request.address.searchParams.get('filter[playerNames]') ?? '';
    const player = { ...shownPlayer(idOf(1)), attributes: { name } };
    const isRefused = name.includes('?');
    sendJson(isRefused ? 400 : 200, isRefused ? {} : { data: [player] })(request, response, raw);
  });
  const answers = await readAll(['c', '?', 'd']);
  expect(answers.map(({ kind }) => kind)).toEqual(['player', 'unknown', 'player']);
  expect(asked().map(({ name }) => name)).toEqual(['a,b', 'c,?,d', 'c', '?', 'd']);
});

it('reports a refused id as a fault, not as an unknown account', async () => {
  server.answer(sendJson(400, { errors: [{ title: 'Bad Request' }] }));
  expect(await openSource(50).read(steam(1), 'background', 9_000)).toMatchObject({ kind: 'fault' });
});

it('follows the limit that the publisher grants', async () => {
  headers = { 'x-ratelimit-limit': '600' };
  const source = openSource(1 / 6);
  await source.read(steam(1), 'background', 9_000);
  expect(source.budgets).toMatchObject([{ requestsPerSecond: 10 }]);
  // Otherwise the second request would leave 7 s later.
  await db.run(sql`update source_budget set next_slot_at = now(), next_background_at = now()`);
  expect(await source.read(steam(2), 'background', 9_000)).toMatchObject({ kind: 'player' });
  const { seconds } = await db.one<{ seconds: number }>(sql`
    select extract(epoch from next_slot_at - now())::float8 as seconds from source_budget`);
  expect(seconds).toBeLessThan(0.2);
});

it('refuses an entry that would wait too long', async () => {
  const { read } = openSource(1 / 6);
  await read(steam(1), 'entry', 1_000);
  expect(await read(steam(2), 'entry', 1_000)).toMatchObject({ kind: 'busy' });
  expect(asked()).toHaveLength(1);
});

it('sends nothing until the reset time of a 429, and reports it to every caller in the request', async () => {
  const { read } = openSource(50);
  const reset = String(Math.floor(Date.now() / 1000) + 60);
  server.answer(sendJson(429, {}, { 'x-ratelimit-reset': reset, 'x-ratelimit-limit': '10' }));
  const answers = await Promise.all([1, 2].map((number) => read(steam(number), 'background', 2_000)));
  expect(answers.map(({ kind }) => kind)).toEqual(['rate-limited', 'rate-limited']);
  expect(await read(steam(3), 'entry', 2_000)).toMatchObject({ kind: 'busy' });
  expect(asked()).toHaveLength(1);
});
