// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { patient } from '../../../../tests/support/patience.ts';
import { readOutsideCalls } from '../../../platform/outside-call.ts';
import { sendJson, sendText, startScriptedSource } from '../testing/scripted-source.ts';
import { createPubgClient, type PubgClient } from './client.ts';

const apiKey = 'pubg-secret';
const log = pino({ level: 'silent' });
const [first, second] = ['e698aa4f6bef5ebf00276831135d24f1', '4809cd702be135fb3bf8e93f17601666'].map(
  (id) => `account.${id}`,
) as [string, string];

const server = openForTests(startScriptedSource);
let client: PubgClient;
/** A client with short limits, for answers that never end. */
let impatient: PubgClient;
beforeAll(async () => {
  client = createPubgClient({ log, baseUrl: `${server.baseUrl}/`, apiKey, timeoutMs: patient(10_000) });
  impatient = createPubgClient({
    log,
    baseUrl: server.baseUrl,
    apiKey,
    timeoutMs: 150,
  });
});

const players = readFileSync(new URL('./fixtures/pubg-players-2019-09.json', import.meta.url), 'utf8');
const match = (name: string) =>
  readFileSync(
    new URL(`../../../../contract/games/pubg/fixtures/pubg-match-${name}.json`, import.meta.url),
    'utf8',
  );
const failedCalls = async () =>
  (await readOutsideCalls()).find(
    ({ provider, outcome }) => provider === 'pubg-stats' && outcome === 'failed',
  )?.calls ?? 0;

const errorOf = (title: string, detail?: string) => ({ errors: [{ title, detail }] });
const limited = {
  'x-ratelimit-limit': '10',
  'x-ratelimit-remaining': '9',
  'x-ratelimit-reset': '1795176005',
};
const changed = (change: (player: { attributes: object; id: string }) => void) => {
  const json = JSON.parse(players);
  change(json.data[0]);
  return JSON.stringify(json);
};

describe('players', () => {
  it('are read from a recorded answer', async () => {
    server.answer(sendText(200, players, limited));
    expect(await client.readPlayers('steam', { names: ['Player01', 'Player02'] })).toEqual({
      kind: 'players',
      limit: 10,
      players: [
        {
          id: first,
          name: 'Player01',
          isBanned: false,
          matchIds: [
            '9675afb2-b8e4-4391-ae06-51410f0b0d01',
            '61b1139a-c8cd-4609-b5b1-90e1d9bac474',
            '7964ebeb-2f84-4f60-ac3a-2b44fbdc7d0f',
          ],
        },
        expect.objectContaining({ id: second, name: 'Player02' }),
      ],
    });
  });

  it.each([
    ['Innocent', false],
    [null, false],
    ['TemporaryBan', true],
    ['PermanentBan', true],
  ])('with banType %s are banned: %s', async (banType, isBanned) => {
    server.answer(
      sendText(
        200,
        changed((player) => Object.assign(player.attributes, { banType })),
      ),
    );
    expect(await client.readPlayers('steam', { ids: [first, second] })).toMatchObject({
      players: [{ isBanned }, { isBanned: false }],
    });
  });

  it('unknown to the publisher are omitted', async () => {
    server.answer(sendJson(404, errorOf('Not Found', 'No Players Found Matching Criteria')));
    expect(await client.readPlayers('steam', { names: ['x'] })).toEqual({
      kind: 'players',
      players: [],
      limit: null,
    });
  });

  it('are requested with the key, in the API’s media type, compressed', async () => {
    server.answer((_request, response, raw) => {
      expect(raw.headers).toMatchObject({
        accept: 'application/vnd.api+json',
        'accept-encoding': expect.stringContaining('gzip'),
      });
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(players));
    });
    expect(await client.readPlayers('psn', { ids: [first, second] })).toMatchObject({ kind: 'players' });
    const { address, authorization } = server.requests.at(-1) ?? {};
    expect(authorization).toBe(`Bearer ${apiKey}`);
    expect(`${address?.pathname}${decodeURIComponent(address?.search ?? '')}`).toBe(
      `/shards/psn/players?filter[playerIds]=${first},${second}`,
    );
  });

  it.each([
    ['1795176005', new Date(1795176005000)],
    ['soon', null],
  ])('are rate limited until X-RateLimit-Reset: %s', async (reset, until) => {
    server.answer(sendText(429, '', { ...limited, 'x-ratelimit-reset': reset }));
    expect(await client.readPlayers('steam', { names: ['a'] })).toEqual({
      kind: 'rate-limited',
      until,
      limit: 10,
    });
  });

  it.each([
    ['0', null],
    ['-5', null],
    ['1.5', null],
    ['9999999', null],
    ['100', 100],
  ])('come with a granted limit of %s, read as %s', async (header, limit) => {
    server.answer(sendText(200, players, { 'x-ratelimit-limit': header }));
    expect(await client.readPlayers('steam', { ids: [first, second] })).toMatchObject({ limit });
  });

  it.each([
    ['not JSON', 200, '<html>busy</html>', 'HTTP 200 without JSON'],
    ['cut short', 200, players.slice(0, 300), 'HTTP 200 without JSON'],
    ['null', 200, 'null', 'HTTP 200 of another shape at ""'],
    ['a match', 200, match('solo-made'), 'HTTP 200 of another shape at "data"'],
    ['nothing but an odd one', 200, '{"data":[{"type":"match"}]}', 'data.0.type'],
    ['another account', 200, players, 'HTTP 200 about another account'],
    ['a proxy’s 404', 404, '<html>Not found</html>', 'HTTP 404'],
    [
      'a wrong Accept',
      415,
      JSON.stringify(errorOf('Unsupported Media Type')),
      'HTTP 415: Unsupported Media Type',
    ],
    ['no reason', 500, 'Internal Server Error', 'HTTP 500'],
  ])('are reported as a fault when the answer is %s', async (_name, status, text, detail) => {
    server.answer(sendText(status, text));
    const answer = await client.readPlayers('steam', { ids: [second] });
    expect(answer).toMatchObject({ kind: 'fault', detail: expect.stringContaining(detail) });
  });

  it.each([
    ['an id of another kind', changed((player) => Object.assign(player, { id: 'ai.220' })), 'data.0.id'],
    [
      'a name the database cannot store',
      changed((player) => Object.assign(player.attributes, { name: 'a\u0000' })),
      'data.0.attributes.name',
    ],
  ])('are omitted one by one when malformed: %s', async (_name, text, oddAt) => {
    server.answer(sendText(200, text));
    expect(await client.readPlayers('steam', { ids: [first, second] })).toMatchObject({
      players: [{ id: second }],
      oddAt,
    });
  });

  it('with a name in another case are a fault', async () => {
    server.answer(sendText(200, players));
    expect(await client.readPlayers('steam', { names: ['player01', 'Player02'] })).toMatchObject({
      kind: 'fault',
    });
  });

  it('time out without an answer, and are a fault in an oversized answer', async () => {
    server.answer(() => {});
    expect(await impatient.readPlayers('steam', { names: ['a'] })).toMatchObject({
      detail: 'no answer in time',
    });
    server.answer((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    expect(await client.readPlayers('steam', { names: ['a'] })).toMatchObject({
      detail: 'HTTP 200 with an oversized body',
    });
  });

  it.each([401, 403])(
    'count as failed if the key is refused with %i, and never reveal it',
    async (status) => {
      const before = await failedCalls();
      server.answer(sendJson(status, errorOf('Refused', `no key ${apiKey}`)));
      expect(await client.readPlayers('steam', { names: ['a'] })).toEqual({
        kind: 'fault',
        detail: `HTTP ${status}: no key [key]`,
        isKeyRefused: true,
        limit: null,
      });
      expect(await failedCalls()).toBe(before + 1);
    },
  );

  it('never forward the key', async () => {
    const elsewhere = await startScriptedSource();
    server.answer(sendText(302, '', { location: elsewhere.baseUrl }));
    expect(await client.readPlayers('steam', { names: ['a'] })).toMatchObject({ detail: 'HTTP 302' });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  it('report when a closed source opens again', async () => {
    server.answer(sendJson(503, errorOf('Maintenance'), { 'retry-after': '60' }));
    expect(await client.readPlayers('steam', { names: ['a'] })).toMatchObject({
      kind: 'fault',
      detail: 'HTTP 503: Maintenance',
      until: expect.any(Date),
    });
  });
});

describe('a match', () => {
  const solo = JSON.parse(match('solo-made'));

  it('counts as answered if it is forbidden, since no key was sent', async () => {
    const before = await failedCalls();
    server.answer(sendText(403, 'Forbidden'));
    await client.readMatch('steam', solo.data.id, first);
    expect(await failedCalls()).toBe(before);
  });

  it('is read without the key', async () => {
    server.answer(sendText(200, match('solo-made')));
    expect(await client.readMatch('steam', solo.data.id, first)).toMatchObject({
      kind: 'match',
      record: { place: 1, kills: 5 },
    });
    const { address, authorization } = server.requests.at(-1) ?? {};
    expect([address?.pathname, authorization]).toEqual([`/shards/steam/matches/${solo.data.id}`, undefined]);
  });

  it('is read even when it doesn’t contain the player', async () => {
    server.answer(sendText(200, match('solo-made')));
    expect(await client.readMatch('steam', solo.data.id, `account.${'0'.repeat(32)}`)).toMatchObject({
      kind: 'match',
      record: { place: null, mode: 'solo-fpp' },
    });
  });

  it.each([
    ['another match', 200, match('solo-made'), 'HTTP 200 about another match'],
    ['not found, though it was listed', 404, JSON.stringify(errorOf('Not Found')), 'HTTP 404: Not Found'],
    ['a proxy’s 404', 404, 'no', 'HTTP 404'],
    ['not JSON', 200, 'no', 'HTTP 200 without JSON'],
    ['players', 200, players, 'HTTP 200 of another shape at "data"'],
    ['broken', 500, JSON.stringify(errorOf('Internal Server Error')), 'HTTP 500: Internal Server Error'],
  ])('is a fault when the answer is %s', async (_name, status, text, detail) => {
    server.answer(sendText(status, text));
    expect(await client.readMatch('steam', 'a', first)).toMatchObject({
      kind: 'fault',
      detail: expect.stringContaining(detail),
    });
  });
});
