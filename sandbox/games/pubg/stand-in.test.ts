// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { sendJson } from '../../testing/start.ts';
import { rateLimit } from './rate-limit.ts';
import { startPubgStandIn } from './testing/start.ts';

const standIn = openForTests(() => startPubgStandIn());
beforeEach(() => setFault({ status: 0 }));

const mediaType = 'application/vnd.api+json';
const withKey = { authorization: 'Bearer some-key', accept: mediaType };

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Answer = { status: number; headers: Headers; body: any };

async function get(path: string, headers: Record<string, string> = withKey, at = standIn): Promise<Answer> {
  const response = await fetch(`${at.baseUrl}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const players = (filter: string, headers?: Record<string, string>, platform = 'steam') =>
  get(`/shards/${platform}/players?filter${filter}`, headers);

const call = (method: string, path: string, body: object, at = standIn) =>
  sendJson(`${at.url}/arena/pubg/${path}`, method, body) as Promise<Answer>;
async function setFault(fault: object): Promise<void> {
  expect((await call('PUT', 'faults', fault)).status).toBe(200);
}
/** A match that ended just long enough ago to be listed. */
const over = { minutes: 20, startsInSeconds: -20 * 60 - 90 };
const play = (name: string, match: object, at = standIn) =>
  call('POST', `players/steam/${name}/matches`, { place: 3, kills: 4, ...over, ...match }, at);

const fixture = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
const recordedMatch = fixture('contract/games/pubg/fixtures/pubg-match-squad-fpp-2019-09.json');
const recordedPlayers = fixture('server/providers/games/pubg/fixtures/pubg-players-2019-09.json');
const keysOf = (value: object) => Object.keys(value).sort();

describe('players', () => {
  test('have the keys of recorded answers', async () => {
    await play('Keys', {});
    const { body, headers } = await players('[playerNames]=Keys');
    expect(headers.get('content-type')).toContain(mediaType);
    expect(keysOf(body)).toEqual(keysOf(recordedPlayers));
    const [made, recorded] = [body.data[0], recordedPlayers.data[0]];
    expect(keysOf(made)).toEqual(keysOf(recorded));
    // Recorded before the API dropped two of them and showed bans and clans.
    expect(keysOf(made.attributes)).toEqual(
      [...keysOf(recorded.attributes).filter((key) => !/edAt$/.test(key)), 'banType', 'clanId'].sort(),
    );
    expect(made.relationships.matches.data[0]).toEqual({ type: 'match', id: expect.any(String) });
    expect(made.id).toMatch(/^account\.[0-9a-f]{32}$/);
  });

  test('are found by names and by ids, up to ten at a time', async () => {
    const named = await players('[playerNames]=One,Two,missingThree');
    expect(named.body.data.map((player: Answer['body']) => player.attributes.name)).toEqual(['One', 'Two']);
    const ids = named.body.data.map((player: Answer['body']) => player.id);
    const byId = await players(`[playerIds]=${ids.join(',')}`);
    expect(byId.body.data.map((player: Answer['body']) => player.id)).toEqual(ids);
    const eleven = Array.from({ length: 11 }, (_, index) => `P${index}`).join(',');
    expect((await players(`[playerNames]=${eleven}`)).status).toBe(400);
    expect((await get('/shards/steam/players')).status).toBe(400);
  });

  test('have case-sensitive names', async () => {
    expect((await players('[playerNames]=CaseOne')).status).toBe(200);
    expect((await players('[playerNames]=caseone')).status).toBe(404);
  });

  test.each([
    ['steam', 'missingOne'],
    ['steam', 'psnPlayer'],
    ['xbox', 'SteamPlayer'],
    ['stadia', 'One'],
  ])('are unknown on %s: %s', async (platform, name) => {
    const { status, body } = await players(`[playerNames]=${name}`, withKey, platform);
    expect(status).toBe(404);
    expect(body).toEqual({
      errors: [{ title: 'Not Found', detail: 'No Players Found Matching Criteria' }],
    });
  });

  test('keep their id when they change their name', async () => {
    const { body } = await players('[playerNames]=Before');
    await call('PATCH', 'players/steam/Before', { name: 'After' });
    const { id, attributes } = (await players(`[playerIds]=${body.data[0].id}`)).body.data[0];
    expect([id, attributes.name]).toEqual([body.data[0].id, 'After']);
    expect((await players('[playerNames]=Before')).status).toBe(404);
  });

  test('are banned when their name says so, or through the Arena', async () => {
    const banOf = async (name: string) =>
      (await players(`[playerNames]=${name}`)).body.data[0].attributes.banType;
    expect(await banOf('bannedBob')).toBe('PermanentBan');
    await call('PATCH', 'players/steam/Soon', { ban: 'TemporaryBan' });
    expect(await banOf('Soon')).toBe('TemporaryBan');
  });

  test('need a key and the API’s media type', async () => {
    expect((await players('[playerNames]=a', { accept: mediaType })).status).toBe(401);
    expect((await players('[playerNames]=a', { ...withKey, authorization: 'some-key' })).status).toBe(401);
    expect((await players('[playerNames]=a', { ...withKey, accept: 'application/json' })).status).toBe(415);
  });

  test('are compressed for clients that accept it', async () => {
    const { headers } = await players('[playerNames]=Zipped', { ...withKey, 'accept-encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
    const plain = await players('[playerNames]=Zipped', { ...withKey, 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });
});

test('each key gets its requests per minute, and each answer says how many are left', async () => {
  const narrow = await startPubgStandIn({ requestsPerMinute: 2 });
  try {
    const ask = (key = 'a') =>
      get(
        '/shards/steam/players?filter[playerNames]=One',
        { ...withKey, authorization: `Bearer ${key}` },
        narrow,
      );
    const left = async () => (await ask()).headers.get('x-ratelimit-remaining');
    expect([await left(), await left()]).toEqual(['1', '0']);
    const { status, headers } = await ask();
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([429, '2']);
    const resetInSeconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect(resetInSeconds).toBeGreaterThan(0);
    expect(resetInSeconds).toBeLessThanOrEqual(61);
    expect((await ask('b')).status).toBe(200);
  } finally {
    await narrow.close();
  }
});

test('the limit starts over after a minute', () => {
  const limit = rateLimit(1);
  expect([0, 59_999, 60_000].map((now) => limit('key', now).isAllowed)).toEqual([true, false, true]);
});

describe('a match', () => {
  const matchOf = async (name: string) => {
    const { body } = await players(`[playerNames]=${name}`);
    const [match] = body.data[0].relationships.matches.data;
    return match ? get(`/shards/steam/matches/${match.id}`, { accept: mediaType }) : undefined;
  };

  test('has the keys of recorded answers, and needs no key', async () => {
    await play('Recorded', { mode: 'squad-fpp' });
    const made = (await matchOf('Recorded'))?.body;
    expect(keysOf(made)).toEqual(keysOf(recordedMatch));
    expect(keysOf(made.data.attributes)).toEqual(keysOf(recordedMatch.data.attributes));
    const first = (match: typeof made, type: string) =>
      match.included.find((item: { type: string }) => item.type === type);
    for (const type of ['roster', 'participant', 'asset']) {
      const [one, recorded] = [first(made, type), first(recordedMatch, type)];
      expect(keysOf(one)).toEqual(keysOf(recorded));
      expect(keysOf(one.attributes)).toEqual(keysOf(recorded.attributes));
      expect(keysOf(one.attributes.stats ?? {})).toEqual(keysOf(recorded.attributes.stats ?? {}));
    }
    const ids = made.included.map((item: { id: string }) => item.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is listed after its end, or after the delay set in the Arena', async () => {
    await play('Playing', { minutes: 20, startsInSeconds: -60 });
    expect(await matchOf('Playing')).toBeUndefined();
    await call('PATCH', 'players/steam/Late', { publishDelaySeconds: 600 });
    await play('Late', {});
    expect(await matchOf('Late')).toBeUndefined();
    await play('Listed', {});
    expect(await matchOf('Listed')).toMatchObject({ status: 200 });
  });

  test('expires after 14 days', async () => {
    await play('Old', { startsInSeconds: -14 * 86_400 - 1 });
    expect(await matchOf('Old')).toBeUndefined();
  });

  test('is listed before older ones', async () => {
    await play('Two', { place: 1, startsInSeconds: -5_000 });
    await play('Two', { place: 2 });
    const record = (await matchOf('Two'))?.body;
    const own = record.included.find((item: Answer['body']) => item.attributes.stats?.name === 'Two');
    expect(own.attributes.stats.winPlace).toBe(2);
  });

  test.each([
    ['record', true, true],
    ['telemetry', false, true],
    ['nothing', false, false],
  ])('whose start is proven by %s is stored after its end: %s', async (proof, isAfter, isStartProven) => {
    await play(`By${proof}`, { proof });
    const { data, included } = (await matchOf(`By${proof}`))?.body ?? {};
    const asset = included.find((item: { type: string }) => item.type === 'asset').attributes;
    const ended = Date.parse(data.attributes.createdAt) + data.attributes.duration * 1000;
    expect(Date.parse(asset.createdAt) >= ended).toBe(isAfter);
    const response = await fetch(asset.URL);
    expect(response.status).toBe(200);
    const events = (await response.json()) as { _T: string; _D: string }[];
    const start = events.find(({ _T }) => _T === 'LogMatchStart');
    expect(start && Math.floor(Date.parse(start._D) / 1000)).toBe(
      isStartProven ? Date.parse(data.attributes.createdAt) / 1000 : undefined,
    );
  });

  test('is shorter when time is scaled', async () => {
    const fast = await startPubgStandIn({ timeScale: 60 });
    try {
      const { body } = await play('Fast', { minutes: 20, startsInSeconds: -30 }, fast);
      expect(body.matches[0]).toMatchObject({ durationSeconds: 20, isPublished: true });
    } finally {
      await fast.close();
    }
  });
});

describe('a fault', () => {
  test.each([401, 415, 429, 500, 503])('of status %i has the form of the API', async (status) => {
    await setFault({ status });
    const answer = await players('[playerNames]=One');
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0].title).toEqual(expect.any(String));
  });

  test('can affect matches only', async () => {
    await setFault({ status: 500, of: 'matches' });
    expect((await players('[playerNames]=One')).status).toBe(200);
    expect((await get('/shards/steam/matches/a', { accept: mediaType })).status).toBe(500);
  });

  test('can be malformed, cut off or about another player', async () => {
    for (const status of ['nonsense', 'cut']) {
      await setFault({ status });
      await expect(players('[playerNames]=One')).rejects.toThrow();
    }
    const id = (await players('[playerNames]=One').catch(() => undefined))?.body;
    expect(id).toBeUndefined();
    await setFault({ status: 'others' });
    expect((await players('[playerNames]=One')).body.data[0].attributes.name).not.toBe('One');
  });

  test('is refused when it is unknown', async () => {
    expect((await call('PUT', 'faults', { status: 418 })).status).toBe(400);
  });
});

test('players and matches survive a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arena-'));
  const statePath = join(folder, 'state.jsonl');
  try {
    const before = await startPubgStandIn({ statePath });
    const { body } = await play('Lasting', {}, before);
    await before.close();
    const after = await startPubgStandIn({ statePath });
    const view = await (await fetch(`${after.url}/arena/pubg/players/steam/Lasting`)).json();
    expect(view).toEqual(body);
    await after.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the page has its own content security policy, and escapes its input', async () => {
  const response = await fetch(`${standIn.url}/arena/pubg?platform=psn&name=${encodeURIComponent('"><b>')}`);
  expect(response.headers.get('content-security-policy')).toContain('script-src');
  const html = await response.text();
  expect(html).toContain('data-platform="psn"');
  expect(html).not.toContain('"><b>');
});

test.each([
  ['players/steam/psnOnly/matches', { place: 1, kills: 1 }, 404],
  ['players/steam/Odd/matches', { place: 0, kills: 1 }, 400],
  ['players/steam/Odd/matches', { place: 1, kills: 1, bots: 2 }, 400],
  ['players/stadia/Odd/matches', { place: 1, kills: 1 }, 400],
])('the Arena refuses %s with %j', async (path, body, status) => {
  expect((await call('POST', path, body)).status).toBe(status);
});
