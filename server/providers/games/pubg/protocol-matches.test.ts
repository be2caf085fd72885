// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { challengeRules } from '../../../../contract/challenge-rules.ts';
import { judgeMatchRecords } from '../../../../contract/games/pubg/judge.ts';
import type { MatchesReading, MatchTerms } from '../../../../contract/games/pubg/schemas.ts';
import { fakeClock } from '../../../../tests/support/clock.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { patient } from '../../../../tests/support/patience.ts';
import { startPubg } from '../../../../tests/support/pubg-protocol/server.ts';
import type { Match } from '../../../../tests/support/pubg-protocol/world.ts';
import { createLogger } from '../../../platform/log.ts';
import { createPubgClient, type PubgClient } from './client.ts';
import { readAtEntry, readMatches } from './read-matches.ts';

/** Attempts against a server that was written from the service's documentation alone, without looking at the client. */

const minute = 60_000;
const clock = fakeClock(new Date('2026-11-20T12:00:00Z'));
const pubg = openForTests(() => startPubg({ now: clock.now, perMinute: 1_000 }));
let client: PubgClient;
let count = 0;
beforeEach(() => {
  vi.stubGlobal('fetch', pubg.fetch);
  const log = createLogger('silent');
  client = createPubgClient({ log, baseUrl: pubg.origin, apiKey: 'key', timeoutMs: patient(10_000) });
  pubg.calls.length = 0;
  pubg.telemetryCalls.length = 0;
});

describe('matches', () => {
  /** An attempt for place 10 and 5 kills of a new player. */
  async function enter(terms: Partial<MatchTerms> = {}) {
    const player = pubg.world.addPlayer(`Player${++count}`);
    const entered = clock.now();
    const look = async () => {
      const answer = await client.readPlayers('steam', { ids: [player.id] });
      const shown = answer.kind === 'players' && answer.players[0];
      if (!shown) throw new Error(`no player: ${answer.kind}`);
      return shown;
    };
    const initial = readAtEntry(await look(), entered);
    const readings: MatchesReading[] = [];
    const all = { mode: 'solo', countsBots: true, ...terms } as const;
    const at = (minutes: number) => new Date(entered.getTime() + minutes * minute);
    return {
      player,
      readings,
      /** @param start in minutes after entry */
      play: (start: number, result: Partial<Match['results'][number]> = {}, match: Partial<Match> = {}) =>
        pubg.world.addMatch({
          startedAt: at(start),
          results: [{ player, rank: 3, kills: 6, ...result }],
          ...match,
        }),
      at,
      async decideAt(minutes: number) {
        clock.set(at(minutes));
        const takenAt = clock.now();
        const context = { before: initial.seen, known: readings, terms: all, takenAt };
        readings.push(await readMatches(client, { platform: 'steam', player: await look() }, context));
        return judgeMatchRecords({
          startedAt: entered.toISOString(),
          now: takenAt.toISOString(),
          initial,
          readings,
          conditions: { requiredPlacement: 10, requiredKills: 5 },
          terms: all,
          rules: challengeRules(1),
        });
      },
    };
  }
  const asked = (what: string) => pubg.calls.filter(({ path }) => path.includes(what));

  it('count once they are over, and are fetched once, without a key or a request slot', async () => {
    const { play, decideAt } = await enter();
    play(5);
    expect(await decideAt(37)).toMatchObject({ reason: 'awaiting-match' });
    expect(await decideAt(38)).toMatchObject({ reason: 'awaiting-earlier' });
    expect(await decideAt(66)).toMatchObject({ status: 'SUCCESS', reason: 'conditions-met' });
    const [match, ...more] = asked('/matches/');
    expect(more).toEqual([]);
    expect(match).toMatchObject({ status: 200, isCompressed: true });
    expect(match?.headers.authorization).toBeUndefined();
    expect(asked('/players')).toHaveLength(4);
    expect(pubg.telemetryCalls).toEqual([]);
  });

  it('are not a result while others are still playing', async () => {
    const { play, decideAt } = await enter();
    play(5, { rank: 60, kills: 0, timeSurvived: 90 });
    expect(await decideAt(30)).toMatchObject({ reason: 'awaiting-match' });
    expect(await decideAt(66)).toMatchObject({ status: 'FAILED', reason: 'conditions-not-met' });
  });

  it('played before entry don’t count, whenever they are published', async () => {
    const { play, decideAt } = await enter();
    play(-10, { rank: 60 });
    play(5);
    expect(await decideAt(66)).toMatchObject({ status: 'SUCCESS' });
  });

  it('published late still count in the order they were played', async () => {
    const { play, decideAt, at } = await enter();
    play(10);
    play(6, { rank: 60 }, { publishedAt: at(68) });
    expect(await decideAt(66)).toMatchObject({ reason: 'awaiting-earlier' });
    expect(await decideAt(71)).toMatchObject({ status: 'FAILED', reason: 'conditions-not-met' });
  });

  it('played in a squad have the team’s place', async () => {
    const { play, decideAt, readings } = await enter({ mode: 'squad' });
    play(5, { rank: 9, winPlace: 26 }, { gameMode: 'squad-fpp', size: 100 });
    expect(await decideAt(66)).toMatchObject({ status: 'SUCCESS' });
    expect(readings[0]?.matches).toMatchObject([{ place: 9, mode: 'squad-fpp' }]);
  });

  it('of other kinds don’t decide the attempt, and their telemetry is never fetched', async () => {
    const { play, decideAt, at } = await enter();
    const createdAt = at(30);
    play(5, {}, { gameMode: 'tdm', matchType: 'arcade', createdAt });
    play(6, {}, { gameMode: 'normal-solo-fpp', matchType: 'custom', isCustomMatch: true, createdAt });
    play(7, {}, { gameMode: 'solo', matchType: 'airoyale', createdAt });
    expect(await decideAt(100)).toMatchObject({ status: 'CANCELLED', reason: 'no-match' });
    expect(pubg.telemetryCalls).toEqual([]);
  });

  it.each([
    ['after entry', 5, 'SUCCESS', 'conditions-met'],
    ['before entry', -20, 'CANCELLED', 'no-match'],
  ])(
    'whose record has only its storage time began %s according to telemetry',
    async (_when, start, status, reason) => {
      const { play, decideAt, at } = await enter();
      const storedAt = at(start + 1773 / 60 + 1);
      play(start, {}, { createdAt: storedAt, assetAt: storedAt, positions: 20_000 });
      expect(await decideAt(100)).toMatchObject({ status, reason });
      expect(pubg.telemetryCalls).toMatchObject([{ status: 200 }]);
      expect(pubg.telemetryCalls[0]?.headers.authorization).toBeUndefined();
    },
  );

  it.each([
    [1, 'SUCCESS'],
    [2, 'FAILED'],
  ])('with %i bots among six kills: %s', async (bots, status) => {
    const { play, decideAt, readings } = await enter({ countsBots: false });
    play(5, { bots });
    expect(await decideAt(66)).toMatchObject({ status });
    expect(readings[0]?.matches).toMatchObject([{ kills: 6, botKills: bots }]);
  });

  it('expire after 14 days', async () => {
    const { play, player, at } = await enter();
    const { id } = play(5);
    clock.set(at(60));
    expect(await client.readMatch('steam', id, player.id)).toMatchObject({ kind: 'match' });
    clock.set(at(14 * 24 * 60 + 60));
    expect(await client.readMatch('steam', id, player.id)).toMatchObject({ kind: 'fault' });
    expect(await client.readPlayers('steam', { ids: [player.id] })).toMatchObject({
      players: [{ matchIds: [] }],
    });
  });

  it('cannot be read on another platform, and have no place for a player who wasn’t in them', async () => {
    const { play, player, at } = await enter();
    const { id } = play(5);
    clock.set(at(60));
    expect(await client.readMatch('xbox', id, player.id)).toMatchObject({ kind: 'fault' });
    expect(await client.readMatch('steam', id, pubg.world.addPlayer('Else').id)).toMatchObject({
      record: { place: null },
    });
  });
});
