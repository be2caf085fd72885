// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { patient } from '../../../../tests/support/patience.ts';
import { createLogger } from '../../../platform/log.ts';
import { readOutsideCalls } from '../../../platform/outside-call.ts';
import type { GameClient } from '../answer.ts';
import { sendJson, sendText, startScriptedSource } from '../testing/scripted-source.ts';
import { zeroStats } from './answer.ts';
import { createFortniteClient } from './client.ts';

const apiKey = 'secret-key-0815';
const source = openForTests(startScriptedSource);
const log = createLogger('silent');
let stats: GameClient;
/** A client with short limits, for sources that never finish. */
let impatient: GameClient;
beforeAll(async () => {
  stats = createFortniteClient({ log, baseUrl: `${source.baseUrl}/`, apiKey, timeoutMs: patient(10_000) });
  impatient = createFortniteClient({ log, baseUrl: source.baseUrl, apiKey, timeoutMs: 150 });
});

function fixture(name: string): string {
  return readFileSync(new URL(`./fixtures/fortnite-${name}.json`, import.meta.url), 'utf8');
}

const recorded = JSON.parse(fixture('ok-JaTaaOG-overall-solo'));
/** The recorded answer with its Solo counters replaced or changed. */
function withSolo(solo: unknown): unknown {
  const changed = structuredClone(recorded);
  changed.data.stats.all.solo = solo;
  return changed;
}
const recordedSolo = recorded.data.stats.all.solo;

describe('recorded answers', () => {
  it.each([
    [
      'ok-JaTaaOG-overall-solo',
      200,
      {
        kind: 'stats',
        account: { id: '050a34f3337c4316893a46467d91317c', name: 'JaTaaOG' },
        stats: {
          matches: 1772,
          wins: 67,
          top10: 325,
          top25: 627,
          kills: 3331,
          minutesPlayed: 4064,
          lastModified: '2025-04-03T23:30:59.000Z',
        },
      },
    ],
    [
      'ok-Ninja-2026-09',
      200,
      { kind: 'stats', account: { id: '4735ce9132924caf8a5b17789b40f79c', name: 'Ninja' }, stats: zeroStats },
    ],
    [
      'ok-overall-2025-11',
      200,
      {
        kind: 'stats',
        account: { id: '6b8c1546582c4b4785ac30eedabd374a', name: 'Rᴀɴᴀ ʟᴏᴠᴇ ᴜ ღ' },
        stats: zeroStats,
      },
    ],
    ['400-missing-name', 400, { kind: 'fault', detail: 'HTTP 400: missing name parameter' }],
    ['403-private', 403, { kind: 'private' }],
    ['404-unknown', 404, { kind: 'unknown' }],
    ['404-no-matches', 404, { kind: 'never-played', stats: zeroStats }],
    ['429', 429, { kind: 'rate-limited', until: null }],
  ])('%s', async (name, status, answer) => {
    source.answer(sendText(status, fixture(name)));
    expect(await stats.readByName('Somebody')).toEqual(answer);
  });

  it('understands nested errors', async () => {
    source.answer(
      sendJson(403, { status: 403, data: { error: "the requested account's stats are not public" } }),
    );
    expect(await stats.readById('a')).toEqual({ kind: 'private' });
  });

  it.each([
    ['2026-11-20T12:00:05Z', new Date('2026-11-20T12:00:05Z')],
    ['1795176005', new Date(1795176005000)],
    ['soon', null],
  ])('reads the time to wait from X-Ratelimit-Reset: %s', async (header, until) => {
    source.answer(sendText(429, fixture('429'), { 'x-ratelimit-reset': header }));
    expect(await stats.readByName('a')).toEqual({ kind: 'rate-limited', until });
  });
});

describe('statistics without Solo matches', () => {
  it.each([
    ['no Solo mode', withSolo(undefined)],
    ['Solo is null', withSolo(null)],
    ['no inputs', { ...recorded, data: { ...recorded.data, stats: { all: null } } }],
    ['inputs absent', { ...recorded, data: { ...recorded.data, stats: {} } }],
  ])('are read as zero: %s', async (_name, body) => {
    source.answer(sendJson(200, body));
    expect(await stats.readByName('a')).toMatchObject({ kind: 'stats', stats: zeroStats });
  });
});

it('strips text direction marks from a name', async () => {
  source.answer(sendJson(200, { data: { account: { id: 'a', name: '\u202eaJ\u2066' }, stats: {} } }));
  expect(await stats.readByName('a')).toMatchObject({ kind: 'stats', account: { id: 'a', name: 'aJ' } });
});

describe('a malformed answer is a fault, never counters', () => {
  const { top10: _, ...withoutTop10 } = recordedSolo;
  it.each([
    ['not JSON', 200, '<html>busy</html>', 'HTTP 200 without JSON'],
    ['cut short', 200, fixture('ok-JaTaaOG-overall-solo').slice(0, 400), 'HTTP 200 without JSON'],
    ['empty', 200, '', 'HTTP 200 without JSON'],
    ['null', 200, 'null', 'HTTP 200 of another shape at ""'],
    ['no account', 200, '{"data":{"stats":{}}}', 'HTTP 200 of another shape at "data.account"'],
    [
      'text for a number',
      200,
      JSON.stringify(withSolo({ ...recordedSolo, kills: '3331' })),
      'data.stats.all.solo.kills',
    ],
    [
      'a name the database cannot store',
      200,
      JSON.stringify({ data: { account: { id: 'a', name: 'a\u0000' }, stats: {} } }),
      'data.account.name',
    ],
    [
      'an error the database cannot store',
      500,
      '{"error":"no\\u0000thing\\ud800"}',
      'HTTP 500: no thing\ufffd',
    ],
    [
      'a year that no database takes',
      200,
      JSON.stringify(withSolo({ ...recordedSolo, lastModified: '0000-01-01T00:00:00Z' })),
      'data.stats.all.solo.lastModified',
    ],
    [
      'a year of five digits, by world time',
      200,
      JSON.stringify(withSolo({ ...recordedSolo, lastModified: '9999-12-31T23:00:00-14:00' })),
      'data.stats.all.solo.lastModified',
    ],
    ['negative', 200, JSON.stringify(withSolo({ ...recordedSolo, wins: -1 })), 'data.stats.all.solo.wins'],
    [
      'a broken number',
      200,
      JSON.stringify(withSolo({ ...recordedSolo, matches: 1.5 })),
      'data.stats.all.solo.matches',
    ],
    ['a counter missing', 200, JSON.stringify(withSolo(withoutTop10)), 'data.stats.all.solo.top10'],
    [
      'no time',
      200,
      JSON.stringify(withSolo({ ...recordedSolo, lastModified: null })),
      'data.stats.all.solo.lastModified',
    ],
    ['wrong key', 401, '{"status":401,"error":"invalid or missing key"}', 'HTTP 401'],
    ["a proxy's 403", 403, '<html>Forbidden</html>', 'HTTP 403'],
    ['another 404', 404, '{"message":"no route"}', 'HTTP 404'],
    ['error without status', 500, 'Internal Server Error', 'HTTP 500'],
    ['gateway', 503, '{"status":503,"error":"maintenance"}', 'HTTP 503: maintenance'],
  ])('%s', async (_name, status, text, detail) => {
    source.answer(sendText(status, text));
    expect(await stats.readByName('a')).toMatchObject({
      kind: 'fault',
      detail: expect.stringContaining(detail),
    });
  });

  it('no answer: times out', async () => {
    source.answer(() => {});
    expect(await impatient.readByName('a')).toEqual({ kind: 'fault', detail: 'no answer in time' });
  });

  it('an endless answer: times out', async () => {
    source.answer((_request, response) => void response.write('{"status":200,'));
    expect(await impatient.readByName('a')).toMatchObject({ kind: 'fault' });
  });

  it('an oversized answer: stops reading', async () => {
    source.answer((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    expect(await stats.readByName('a')).toEqual({ kind: 'fault', detail: 'HTTP 200 with an oversized body' });
  });

  it('a broken connection', async () => {
    source.answer((_request, response) => void response.destroy());
    expect(await stats.readByName('a')).toMatchObject({
      kind: 'fault',
      detail: expect.stringContaining('connection failed'),
    });
  });

  it('an unreachable source', async () => {
    const nobody = await startScriptedSource();
    await nobody.close();
    const answer = await createFortniteClient({ log, baseUrl: nobody.baseUrl, apiKey }).readByName('a');
    expect(answer).toEqual({ kind: 'fault', detail: 'connection failed (ECONNREFUSED)' });
  });
});

describe('an answer about another account', () => {
  const recordedId = '050a34f3337c4316893a46467d91317c';

  it("is a fault of the source, never this account's counters", async () => {
    source.answer(sendText(200, fixture('ok-JaTaaOG-overall-solo')));
    expect(await stats.readById('4735ce9132924caf8a5b17789b40f79c')).toEqual({
      kind: 'fault',
      detail: 'HTTP 200 about another account',
    });
  });

  it('is not assumed when only the spelling of the id differs', async () => {
    source.answer(sendText(200, fixture('ok-JaTaaOG-overall-solo')));
    expect(await stats.readById(recordedId.toUpperCase())).toMatchObject({
      kind: 'stats',
      account: { id: recordedId },
    });
  });
});

describe('requests', () => {
  it('carry the plain key and ask for lifetime statistics', async () => {
    source.answer(sendText(200, fixture('ok-JaTaaOG-overall-solo')));
    await stats.readByName('Rᴀɴᴀ & co');
    await stats.readById('050a34f3337c4316893a46467d91317c');
    const [byName, byId] = source.requests.slice(-2);
    expect(byName?.authorization).toBe(apiKey);
    expect(byName?.address.pathname).toBe('/v2/stats/br/v2');
    expect(Object.fromEntries(byName?.address.searchParams ?? [])).toEqual({
      name: 'Rᴀɴᴀ & co',
      accountType: 'epic',
      timeWindow: 'lifetime',
      image: 'none',
    });
    expect(byId?.address.pathname).toBe('/v2/stats/br/v2/050a34f3337c4316893a46467d91317c');
    expect(byId?.authorization).toBe(apiKey);
  });

  it.each([
    [401, 'invalid key', 1],
    [403, 'forbidden', 1],
    [403, "the requested account's stats are not public", 0],
  ])('with %i "%s" count as failed only if the key is refused', async (status, error, failed) => {
    const countFailed = async () =>
      (await readOutsideCalls()).find(
        ({ provider, outcome }) => provider === 'game-stats' && outcome === 'failed',
      )?.calls ?? 0;
    const before = await countFailed();
    source.answer(sendJson(status, { status, error }));
    await stats.readByName('a');
    expect(await countFailed()).toBe(before + failed);
  });

  it('never forward or reveal the key', async () => {
    const elsewhere = await startScriptedSource();
    source.answer(sendText(302, '', { location: elsewhere.baseUrl }));
    expect(await stats.readByName('a')).toEqual({ kind: 'fault', detail: 'HTTP 302' });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
    source.answer(sendJson(401, { status: 401, error: `invalid key ${apiKey}` }));
    expect(await stats.readByName('a')).toEqual({
      kind: 'fault',
      detail: 'HTTP 401: invalid key [key]',
      isKeyRefused: true,
    });
  });
});
