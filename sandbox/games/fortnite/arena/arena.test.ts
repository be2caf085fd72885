// SPDX-License-Identifier: Apache-2.0

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { sendJson, startTestSandbox } from '../../../testing/start.ts';
import { createPlayers } from './players.ts';

interface Solo {
  matches: number;
  wins: number;
  top10: number;
  top25: number;
  kills: number;
  minutesPlayed: number;
  playersOutlived: number;
  score: number;
  lastModified: string;
}

const sandbox = openForTests(startTestSandbox);

const call = (method: string, path: string, body: unknown = {}, at = sandbox) =>
  sendJson(`${at.url}/arena/${path}`, method, body);

async function read(name: string, at = sandbox): Promise<{ overall: Solo; solo: Solo }> {
  const response = await fetch(`${at.url}/fortnite/v2/stats/br/v2?name=${name}`, {
    headers: { authorization: 'k' },
  });
  const body = (await response.json()) as { data: { stats: { all: { overall: Solo; solo: Solo } } } };
  return body.data.stats.all;
}

async function play(name: string, match: object): Promise<void> {
  expect((await call('POST', `players/${name}/matches`, match)).status).toBe(201);
}

describe('a match in the Arena', () => {
  test.each([
    [1, { wins: 1, top10: 1, top25: 1 }],
    [10, { wins: 0, top10: 1, top25: 1 }],
    [11, { wins: 0, top10: 0, top25: 1 }],
    [26, { wins: 0, top10: 0, top25: 0 }],
  ])('with placement %i changes the Solo and overall counters together', async (placement, moved) => {
    const name = `Mover${placement}`;
    const before = await read(name);
    const startedAt = Math.floor(Date.now() / 1000) * 1000;
    await play(name, { placement, kills: 7 });
    const after = await read(name);
    for (const mode of ['solo', 'overall'] as const) {
      const delta = (key: Exclude<keyof Solo, 'lastModified'>) => after[mode][key] - before[mode][key];
      expect({ wins: delta('wins'), top10: delta('top10'), top25: delta('top25') }).toEqual(moved);
      expect([delta('matches'), delta('kills'), delta('minutesPlayed')]).toEqual([1, 7, 20]);
      expect(delta('playersOutlived')).toBe(100 - placement);
      expect(delta('score')).toBeGreaterThan(0);
      const lastModified = Date.parse(after[mode].lastModified);
      expect(lastModified % 1000).toBe(0);
      expect(lastModified).toBeGreaterThanOrEqual(startedAt);
      expect(lastModified).toBeLessThanOrEqual(Date.now());
    }
  });

  test('can be the first one of a new player', async () => {
    await play('FreshStart', { placement: 5, kills: 0 });
    expect((await read('freshstart')).solo).toMatchObject({ matches: 1, top10: 1, wins: 0, kills: 0 });
  });

  test('can be recorded under the account id', async () => {
    const { accountId } = (await call('PATCH', 'players/ById', {})).body as { accountId: string };
    const { matches } = (await read('ById')).solo;
    await play(accountId, { placement: 50, kills: 0 });
    expect((await read('ById')).solo.matches).toBe(matches + 1);
  });

  test.each([
    [{ placement: 0, kills: 0 }, 'placement'],
    [{ placement: 101, kills: 0 }, 'placement'],
    [{ placement: 1, kills: -1 }, 'kills'],
    [{ placement: 1, kills: 1.5 }, 'kills'],
    [{ placement: '1', kills: 1 }, 'placement'],
    [{ placement: 1 }, 'kills'],
    [{ placement: 1, kills: 1, minuets: 3 }, 'minuets'],
  ])('is refused with %j, and the field %s is named', async (match, field) => {
    const { status, body } = await call('POST', 'players/Strict/matches', match);
    expect(status).toBe(400);
    expect((body as { error: string }).error).toContain(field);
  });

  test('needs an existing account', async () => {
    expect((await call('POST', 'players/missingMe/matches', { placement: 1, kills: 1 })).status).toBe(409);
    await call('PATCH', 'players/missingMe', { exists: true });
    await play('missingMe', { placement: 1, kills: 1 });
  });
});

describe('time', () => {
  test('is scaled in the reported minutes', async () => {
    const players = await createPlayers({ timeScale: 4 });
    const player = players.byName('fresh') ?? expect.fail('no player');
    await players.play(player, { placement: 1, kills: 0, minutes: 20 });
    await players.play(player, { placement: 1, kills: 0, minutes: 9 });
    expect(players.reported(player, Date.now()).solo?.minutes).toBe(7);
  });

  test('is kept as the moment of play when a match is reported later', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00.700Z') });
    try {
      const players = await createPlayers({ timeScale: 1 });
      const player = players.byName('fresh') ?? expect.fail('no player');
      await players.change(player, { reportDelaySeconds: 30 });
      await players.play(player, { placement: 3, kills: 1, minutes: 20 });
      await players.change(player, { reportDelaySeconds: 0 });
      expect(players.reported(player, Date.now() + 29_999)).toEqual({});
      const { solo } = players.reported(player, Date.now() + 30_000);
      expect(solo).toMatchObject({ matches: 1, lastModified: new Date('2026-03-01T12:00:00Z') });
      await players.play(player, { placement: 3, kills: 1, minutes: 20 });
      expect(players.reported(player, Date.now()).solo?.matches).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('counters that arrive later than the match', () => {
  test('are missing until then, while the rest is there', async () => {
    const before = (await read('Straggler')).solo;
    await call('PATCH', 'players/Straggler', {
      lateParts: ['placement', 'kills', 'minutes', 'time'],
      lateSeconds: 600,
    });
    await play('Straggler', { placement: 1, kills: 4 });
    const counted = ({ matches, wins, top10, kills, minutesPlayed, lastModified }: Solo) => [
      matches,
      wins,
      top10,
      kills,
      minutesPlayed,
      lastModified,
    ];
    const missing = (await read('Straggler')).solo;
    expect(counted(missing)).toEqual(counted({ ...before, matches: before.matches + 1 }));

    await call('PATCH', 'players/Straggler', { lateParts: [] });
    await play('Straggler', { placement: 1, kills: 4 });
    const after = (await read('Straggler')).solo;
    expect(after).toMatchObject({ wins: before.wins + 1, kills: before.kills + 4 });
    expect(Date.parse(after.lastModified)).toBeGreaterThan(Date.parse(before.lastModified));
    expect((await call('PATCH', 'players/Straggler', { lateParts: ['deaths'] })).status).toBe(400);
  });
});

describe('a player', () => {
  test('goes private, disappears and comes back', async () => {
    const status = async () => {
      const url = `${sandbox.url}/fortnite/v2/stats/br/v2?name=Switch`;
      return (await fetch(url, { headers: { authorization: 'k' } })).status;
    };
    await call('PATCH', 'players/Switch', { public: false });
    expect(await status()).toBe(403);
    await call('PATCH', 'players/switch', { exists: false });
    expect(await status()).toBe(404);
    await call('PATCH', 'players/SWITCH', { public: true, exists: true });
    expect(await status()).toBe(200);
    expect((await call('PATCH', 'players/Switch', { privat: true })).status).toBe(400);
  });

  test('loses counters after a reset, like after a correction of the source', async () => {
    await play('Resetter', { placement: 1, kills: 3 });
    const before = await read('Resetter');
    await call('POST', 'players/Resetter/reset');
    const after = await read('Resetter');
    for (const key of ['matches', 'kills', 'wins', 'minutesPlayed'] as const) {
      expect(after.solo[key]).toBeLessThan(before.solo[key]);
    }
  });

  test('is shown with matches, newest first, and counters', async () => {
    await play('Shown', { placement: 9, kills: 2 });
    await call('PATCH', 'players/Shown', { reportDelaySeconds: 3_600 });
    await play('Shown', { placement: 1, kills: 4, minutes: 12 });
    const response = await fetch(`${sandbox.url}/arena/players/Shown`);
    expect(await response.json()).toMatchObject({
      epicId: 'Shown',
      public: true,
      exists: true,
      reportDelaySeconds: 3_600,
      matches: [
        { placement: 1, kills: 4, minutes: 12, isReported: false },
        { placement: 9, kills: 2, minutes: 20, isReported: true },
      ],
      solo: { lastModified: expect.any(String), matches: expect.any(Number) },
    });
  });
});

describe('the page', () => {
  test.each([
    [1, '20 minutes are reported as 20 minutes here'],
    [4, '20 minutes are reported as 5 minutes here'],
    [60, 'so a usual match takes no time'],
  ])('says at a time scale of %i how long a match lasts', async (timeScale, words) => {
    const scaled = await startTestSandbox({ timeScale });
    try {
      const page = await (await fetch(`${scaled.url}/arena`)).text();
      expect(page).toContain(words);
      expect(page).toContain('name="minutes"');
    } finally {
      await scaled.close();
    }
  });
});

describe('the state file', () => {
  test('keeps played matches over a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-state-'));
    const statePath = join(folder, 'deep', 'arena.json');
    try {
      const first = await startTestSandbox({ statePath });
      for (const name of ['Keeper', 'Rᴀɴᴀ ʟᴏᴠᴇ ᴜ ღ']) {
        await call('POST', `players/${encodeURIComponent(name)}/matches`, { placement: 2, kills: 2 }, first);
      }
      await call('PATCH', 'players/PrivateKeeper', { public: true }, first);
      const before = await read('Keeper', first);
      // Not closed first: a killed process closes nothing.
      const second = await startTestSandbox({ statePath });
      expect(await read('keeper', second)).toEqual(before);
      expect((await read('PrivateKeeper', second)).solo.matches).toBeGreaterThan(0);
      await Promise.all([first.close(), second.close()]);
      await writeFile(statePath, '{"players":');
      await expect(startTestSandbox({ statePath })).rejects.toThrow(statePath);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
