// SPDX-License-Identifier: Apache-2.0

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPubgStandIn } from '../../../../sandbox/games/pubg/testing/start.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createLogger } from '../../../platform/log.ts';
import type { AttemptHistory, StatsSource } from '../source.ts';
import { createPubgStatsSource } from './stats-source.ts';

const db = openTestDatabase();
let api: Awaited<ReturnType<typeof startPubgStandIn>>;
let source: StatsSource;
beforeAll(async () => {
  // So fast that a match is listed as soon as it is played.
  api = await startPubgStandIn({ timeScale: 100_000 });
  source = createPubgStatsSource({
    game: 'pubg',
    db,
    clock: systemClock,
    log: createLogger('silent'),
    baseUrl: api.baseUrl,
    keys: [{ key: 'key', requestsPerSecond: 100 }],
    shares: { entryShare: 0.5, backgroundShare: 0.85 },
  });
});
afterAll(() => api.close());

const play = async (name: string, match: object) => {
  const answer = await fetch(`${api.url}/arena/pubg/players/steam/${name}/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(match),
  });
  return (await answer.json()).matches[0].id as string;
};
/** The source's answer about an account after the given readings. */
async function read(account: { id: string } | { name: string }, history?: AttemptHistory) {
  const answer = await source.read(account, 'entry', 5_000, history && (async () => history));
  if (answer.kind !== 'matches') throw new Error(`answered ${answer.kind}`);
  return answer;
}

it('returns the ids of all matches at entry, and later the records of new ones', async () => {
  const old = await play('Erin', { place: 9, kills: 1 });
  const atEntry = await read({ name: 'steam/Erin' });
  expect(atEntry).toMatchObject({
    account: { id: expect.stringMatching(/^steam\/account[.][0-9a-f]{32}$/), name: 'steam/Erin' },
    matches: { isBanned: false, seen: [old], matches: [], untold: [] },
  });
  const id = await play('Erin', { place: 3, kills: 6, bots: 2, proof: 'telemetry' });
  const initial = atEntry.matches;
  const history = { initial, readings: [], terms: { mode: 'solo', countsBots: false } } as const;
  const later = await read(atEntry.account, history);
  expect(later.matches).toMatchObject({
    seen: [id],
    matches: [{ id, place: 3, kills: 6, botKills: 2, startedAt: expect.any(String) }],
    untold: [],
  });
  const readings = [later.matches];
  expect((await read(atEntry.account, { ...history, readings })).matches).toMatchObject({
    seen: [id],
    matches: later.matches.matches,
  });
});

it('reports banned accounts, and those unknown on a platform or without one', async () => {
  expect((await read({ name: 'steam/bannedBob' })).matches.isBanned).toBe(true);
  for (const name of ['steam/missingMia', 'xbox/Erin', 'steam/erin', 'Erin']) {
    expect(await source.read({ name }, 'entry', 5_000), name).toMatchObject({ kind: 'unknown' });
  }
});
