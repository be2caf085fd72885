// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it, vi } from 'vitest';
import { challengeRules } from '../../../../contract/challenge-rules.ts';
import { judgeMatchRecords } from '../../../../contract/games/pubg/judge.ts';
import type { MatchesReading, MatchTerms } from '../../../../contract/games/pubg/schemas.ts';
import { startPubgStandIn } from '../../../../sandbox/games/pubg/testing/start.ts';
import { sendJson } from '../../../../sandbox/testing/start.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { createLogger } from '../../../platform/log.ts';
import { createPubgClient, type PubgClient, type TelemetryAnswer } from './client.ts';
import { readAtEntry, readMatches } from './read-matches.ts';

const standIn = openForTests(() => startPubgStandIn());
const open = (): PubgClient =>
  createPubgClient({ baseUrl: standIn.baseUrl, apiKey: 'key', log: createLogger('silent') });
const minute = 60_000;
let players = 0;

/** A Solo attempt for place 10 and 5 kills that was entered `minutesAgo`, played through the stand-in. */
async function enter(minutesAgo: number, terms: Partial<MatchTerms> = {}) {
  const name = `Player${++players}`;
  const client = open();
  const asked: string[] = [];
  const counted: Pick<PubgClient, 'readMatch' | 'readTelemetry'> = {
    readMatch: (...args) => {
      asked.push('match');
      return client.readMatch(...args);
    },
    readTelemetry: (...args) => {
      asked.push('telemetry');
      return client.readTelemetry(...args);
    },
  };
  const arena = (method: string, rest: string, body: object, called = name) =>
    sendJson(`${standIn.url}/arena/pubg/players/steam/${called}${rest}`, method, body);
  const entered = new Date(Date.now() - minutesAgo * minute);
  const found = await client.readPlayers('steam', { names: [name] });
  const before = found.kind === 'players' ? found.players[0] : undefined;
  if (!before) throw new Error('not found');
  const { id } = before;
  const initial = readAtEntry(before, entered);
  const readings: MatchesReading[] = [];
  const allTerms = { mode: 'solo', countsBots: true, ...terms } as const;
  return {
    arena,
    asked,
    /** `start`: minutes after entry, 20 by default. */
    async play(start: number, match: object = {}) {
      const startsInSeconds = (entered.getTime() - Date.now() + start * minute) / 1000;
      const played = { place: 3, kills: 6, minutes: 20, startsInSeconds, ...match };
      expect((await arena('POST', '/matches', played)).status).toBe(201);
    },
    async decide() {
      const answer = await client.readPlayers('steam', { ids: [id] });
      const player = answer.kind === 'players' ? answer.players[0] : undefined;
      if (!player) throw new Error(`no player: ${answer.kind}`);
      const takenAt = new Date();
      const known = { before: initial.seen, known: readings, terms: allTerms, takenAt };
      readings.push(await readMatches(counted, { platform: 'steam', player }, known));
      return judgeMatchRecords({
        startedAt: entered.toISOString(),
        now: takenAt.toISOString(),
        initial,
        readings,
        conditions: { requiredPlacement: 10, requiredKills: 5 },
        terms: allTerms,
        rules: challengeRules(1),
      });
    },
  };
}

const setFault = (fault: object) => sendJson(`${standIn.url}/arena/pubg/faults`, 'PUT', fault);

describe('an attempt through the publisher’s protocol', () => {
  it('is won even after the player changed the name', async () => {
    const { play, arena, decide } = await enter(70);
    await play(5);
    await arena('PATCH', '', { name: `Renamed${players}` });
    expect(await decide()).toMatchObject({ status: 'SUCCESS', reason: 'conditions-met' });
  });

  it('waits for an earlier match that is published late', async () => {
    const { play, arena, decide } = await enter(68);
    await play(10);
    expect(await decide()).toMatchObject({ reason: 'awaiting-earlier' });
    await arena('PATCH', '', { publishDelaySeconds: 38 * 60 });
    await play(6, { place: 60, minutes: 21 });
    expect(await decide()).toMatchObject({ status: 'FAILED', reason: 'conditions-not-met' });
  });

  it('does not count a match that began before entry', async () => {
    const { play, decide } = await enter(100);
    await play(-1);
    expect(await decide()).toMatchObject({ status: 'CANCELLED', reason: 'no-match' });
  });

  it('fetches each record once', async () => {
    const { play, decide, asked } = await enter(100);
    await play(5, { type: 'arcade' });
    expect(await decide()).toMatchObject({ reason: 'no-match' });
    await decide();
    expect(asked).toEqual(['match']);
  });

  it('reads telemetry for bot kills and for a start that the record doesn’t prove', async () => {
    const { play, decide, asked } = await enter(70, { countsBots: false });
    await play(5, { proof: 'telemetry', bots: 1 });
    expect(await decide()).toMatchObject({ status: 'SUCCESS', reason: 'conditions-met' });
    expect(asked).toEqual(['match', 'telemetry']);
    const many = await enter(70, { countsBots: false });
    await many.play(5, { bots: 2 });
    expect(await many.decide()).toMatchObject({ status: 'FAILED' });
  });

  it('refunds the whole fee when nothing proves the start', async () => {
    const { play, decide } = await enter(100);
    await play(5, { proof: 'nothing' });
    expect(await decide()).toMatchObject({ status: 'CANCELLED', reason: 'counters-missing' });
  });

  it('decides nothing while a match cannot be read', async () => {
    const { play, decide } = await enter(70);
    await play(5);
    for (const status of [500, 'nonsense', 'cut']) {
      await setFault({ status, of: 'matches' });
      expect(await decide()).toMatchObject({ isFinal: false, reason: 'source-fault' });
    }
    await setFault({ status: 0 });
    expect(await decide()).toMatchObject({ status: 'SUCCESS' });
  });

  it('decides nothing while the account is banned', async () => {
    const { play, decide, arena } = await enter(70);
    await play(5);
    await arena('PATCH', '', { ban: 'TemporaryBan' });
    expect(await decide()).toMatchObject({ isFinal: false, reason: 'banned-once' });
  });
});

it('reports unreadable telemetry, keeps the record, and retries until it is readable', async () => {
  const answers: TelemetryAnswer[] = [
    { kind: 'fault', detail: 'HTTP 500' },
    { kind: 'telemetry', startedAt: '2026-11-20T12:00:00.500Z', botKills: null },
  ];
  const client: Pick<PubgClient, 'readMatch' | 'readTelemetry'> = {
    readMatch: async (_platform, id) => ({
      kind: 'match',
      record: { ...recordOf(id), botsKilled: 1 },
      telemetryUrl: 'https://telemetry-cdn.pubg.com/t.json',
    }),
    readTelemetry: async () => answers.shift() ?? { kind: 'fault', detail: 'asked too often' },
  };
  const player = { id: 'account.a', name: 'a', isBanned: false, matchIds: ['m'] };
  const terms = { mode: 'solo', countsBots: false } as const;
  const readings: MatchesReading[] = [];
  for (const untold of [['m'], [], []]) {
    const context = { before: [], known: [...readings], terms, takenAt: new Date() };
    readings.push(await readMatches(client, { platform: 'steam', player }, context));
    expect(readings.at(-1)).toMatchObject({ matches: [{ id: 'm' }], untold });
  }
});

it.each<[string, TelemetryAnswer | null, [matches: number, telemetry: number], string[]]>([
  ['again where it broke off', { kind: 'fault', detail: 'HTTP 200 without telemetry' }, [3, 3], ['m']],
  ['once where it says nothing', { kind: 'telemetry', startedAt: null, botKills: null }, [1, 1], []],
  [
    'once where it does not add up',
    { kind: 'telemetry', startedAt: '2026-11-20T12:00:00.500Z', botKills: null },
    [1, 1],
    [],
  ],
  ['once where it is elsewhere', { kind: 'foreign' }, [1, 1], []],
  ['not where the record names none, and that again', null, [3, 0], []],
])('reads telemetry %s', async (_name, answer, times, untold) => {
  const readMatch = vi.fn<PubgClient['readMatch']>(async (_platform, id) => ({
    kind: 'match',
    record: { ...recordOf(id), botsKilled: 1, ...(!answer && { storedAt: null }) },
    telemetryUrl: answer && 'https://telemetry-cdn.pubg.com/t.json',
  }));
  const readTelemetry = vi.fn(async () => answer ?? { kind: 'foreign' as const });
  const player = { id: 'account.a', name: 'a', isBanned: false, matchIds: ['m'] };
  const terms = { mode: 'solo', countsBots: false } as const;
  const known: MatchesReading[] = [];
  for (let count = 0; count < 3; count++) {
    const context = { before: [], known: [...known], terms, takenAt: new Date() };
    known.push(await readMatches({ readMatch, readTelemetry }, { platform: 'steam', player }, context));
  }
  expect([readMatch.mock.calls.length, readTelemetry.mock.calls.length]).toEqual(times);
  expect(known.at(-1)?.untold).toEqual(untold);
});

it('reads at most twenty matches at a time, and the rest the next time', async () => {
  const matchIds = Array.from({ length: 30 }, (_, index) => `m${index}`);
  const client: Pick<PubgClient, 'readMatch' | 'readTelemetry'> = {
    readMatch: async (_platform, id) =>
      id === 'm0'
        ? { kind: 'fault', detail: 'HTTP 404' }
        : { kind: 'match', record: recordOf(id), telemetryUrl: null },
    readTelemetry: async () => ({ kind: 'fault', detail: 'never asked' }),
  };
  const player = { id: 'account.a', name: 'a', isBanned: false, matchIds };
  const terms = { mode: 'solo', countsBots: true } as const;
  const read = (known: MatchesReading[]) =>
    readMatches(
      client,
      { platform: 'steam', player },
      { before: ['m29'], known, terms, takenAt: new Date('2026-11-20T13:00:00Z') },
    );
  const first = await read([]);
  expect([first.seen.length, first.matches.length]).toEqual([29, 19]);
  const second = await read([first]);
  expect([second.seen.length, second.matches.length]).toEqual([29, 28]);
});

it('stops after a minute, and leaves the rest to the next reading', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const client: Pick<PubgClient, 'readMatch' | 'readTelemetry'> = {
    readMatch: async (_platform, id) => {
      vi.advanceTimersByTime(31_000);
      return { kind: 'match', record: recordOf(id), telemetryUrl: null };
    },
    readTelemetry: async () => ({ kind: 'fault', detail: 'never asked' }),
  };
  const player = { id: 'account.a', name: 'a', isBanned: false, matchIds: ['a', 'b', 'c'] };
  const terms = { mode: 'solo', countsBots: true } as const;
  const context = { before: [], known: [], terms, takenAt: new Date('2026-11-20T13:00:00Z') };
  const reading = await readMatches(client, { platform: 'steam', player }, context);
  expect([reading.seen.length, reading.matches.length]).toEqual([3, 2]);
  vi.useRealTimers();
});

it('reads new matches before it retries earlier ones', async () => {
  const asked: string[] = [];
  const client: Pick<PubgClient, 'readMatch' | 'readTelemetry'> = {
    readMatch: async (_platform, id) => {
      asked.push(id);
      return { kind: 'match', record: { ...recordOf(id), storedAt: null }, telemetryUrl: 't' };
    },
    readTelemetry: async () => ({ kind: 'fault', detail: 'HTTP 500' }),
  };
  const open = Array.from({ length: 25 }, (_, index) => ({ ...recordOf(`open${index}`), storedAt: null }));
  const terms = { mode: 'solo', countsBots: true } as const;
  const known = [
    {
      kind: 'matches' as const,
      takenAt: '2026-11-20T12:30:00.000Z',
      isBanned: false,
      seen: open.map(({ id }) => id),
      matches: open,
      untold: [],
    },
  ];
  const player = { id: 'account.a', name: 'a', isBanned: false, matchIds: ['new'] };
  const reading = await readMatches(
    client,
    { platform: 'steam', player },
    { before: [], known, terms, takenAt: new Date() },
  );
  expect([asked.length, asked[0]]).toEqual([20, 'new']);
  expect(reading.matches).toHaveLength(26);
  expect(reading.untold).toHaveLength(26);
});

const recordOf = (id: string) => ({
  id,
  createdAt: '2026-11-20T12:00:00.000Z',
  durationSeconds: 600,
  mode: 'solo',
  type: 'official',
  isCustom: false,
  map: 'Baltic_Main',
  storedAt: '2026-11-20T12:11:00.000Z',
  startedAt: null,
  place: 1,
  kills: 1,
  botsKilled: 0,
  botKills: null,
});
