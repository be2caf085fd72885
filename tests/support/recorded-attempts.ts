// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { insertChallenge, insertVariant } from '../../server/features/challenges/challenge-store.ts';
import { type StartDeps, startAttempt } from '../../server/features/challenges/entries/start-attempt.ts';
import { type ReadDeps, readAttempt } from '../../server/features/challenges/readings/read-attempt.ts';
import type { ShownMatches, StatsAnswer } from '../../server/providers/games/answer.ts';
import { type ChallengesTest, startDeps } from './challenges.ts';

const minuteMs = 60_000;

/** The publisher's answers, and how long reading the records of the listed matches takes. */
interface Publisher {
  shown: Omit<ShownMatches, 'takenAt'>;
  readingMs: number;
  isUnknown: boolean;
}

/** Attempts at a challenge of a game whose publisher shows matches with an id: top 10 and 3 kills, 180 GC for 100 GC. */
export function recordedAttempts(challenges: ChallengesTest) {
  const terms = { mode: 'solo', countsBots: true } as const;
  const choice = { challengeId: '', challengeType: 'TOP10_3KILL_SOLO' };
  beforeAll(() =>
    challenges.test.db.transaction(async (tx) => {
      const challenge = { game: 'pubg', terms, description: 'Erangel', isActive: true } as const;
      choice.challengeId = await insertChallenge(tx, challenge);
      const conditions = { requiredPlacement: 10, requiredKills: 3, position: 0 };
      await insertVariant(tx, choice.challengeId, { ...conditions, entryFeeGC: 100, rewardGC: 180 });
    }),
  );
  const nothing: Publisher['shown'] = { kind: 'matches', isBanned: false, seen: [], matches: [], untold: [] };
  const publisher: Publisher = { shown: nothing, readingMs: 0, isUnknown: false };

  function getDeps(): StartDeps & ReadDeps {
    const deps = startDeps(challenges);
    const account = (name: string) => ({ id: `steam/account.${name}`, name: `steam/${name}` });
    const read = async (asked: { id: string } | { name: string }): Promise<StatsAnswer> => {
      if (publisher.isUnknown) return { kind: 'unknown' };
      const name = ('id' in asked ? asked.id.replace('steam/account.', '') : asked.name).replace(
        'steam/',
        '',
      );
      const takenAt = challenges.test.clock.now().toISOString();
      challenges.test.clock.advance(publisher.readingMs);
      return { kind: 'matches', account: account(name), matches: { ...publisher.shown, takenAt } };
    };
    const source = { read, freeRate: async () => 1, budgets: [] };
    const games = { ...deps.games, pubg: { ...deps.games.pubg, isActive: true, source } };
    return { ...deps, games } as unknown as StartDeps & ReadDeps;
  }

  async function enter() {
    publisher.shown = { ...nothing, seen: ['old'] };
    const player = await challenges.player();
    const name = player.id.replaceAll('-', '');
    const input = { playerId: player.id, epicId: `steam/${name}`, network: player.id, ...choice };
    const started = await startAttempt(
      { ...input, isPractice: false, idempotencyKey: randomUUID() },
      getDeps(),
    );
    return { player, started };
  }

  /** Adds a match that begins `inMs` from now. */
  function play(inMs: number, { place = 4, kills = 5 } = {}) {
    const begin = challenges.test.clock.now().getTime() + inMs;
    const iso = (ms: number) => new Date(ms).toISOString();
    const record = { mode: 'solo-fpp', type: 'official', isCustom: false, map: 'Baltic_Main', place, kills };
    const times = {
      createdAt: iso(begin),
      durationSeconds: 1_500,
      storedAt: iso(begin + 1_580_000),
      startedAt: null,
    };
    const match = { id: `match-${begin}`, ...record, ...times, botsKilled: 0, botKills: null };
    publisher.shown = { ...publisher.shown, seen: [match.id], matches: [match] };
  }

  async function read(attemptId: string, minutes: number): Promise<void> {
    challenges.test.clock.advance(minutes * minuteMs);
    await readAttempt({ attemptId }, getDeps());
  }

  return { terms, choice, publisher, getDeps, enter, play, read };
}
