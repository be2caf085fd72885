// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Attempt, Receipt } from '../../contract/challenges.ts';
import type { Config } from '../../server/config.ts';
import { insertChallenge, insertVariant } from '../../server/features/challenges/challenge-store.ts';
import type { StartDeps } from '../../server/features/challenges/entries/start-attempt.ts';
import { challengesDeps } from '../../server/features/challenges/feature.ts';
import { readTask } from '../../server/features/challenges/readings/reading-jobs.ts';
import { getBalances } from '../../server/ledger/balances.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import { createLogger, type Logger } from '../../server/platform/log.ts';
import {
  type ScriptedSource,
  sendJson,
  startScriptedSource,
} from '../../server/providers/games/testing/scripted-source.ts';
import { startTestApp, type TestApp } from './app.ts';
import { everythingMayBeMade } from './approvals.ts';
import { createPlayer, type NewPlayer } from './factories.ts';
import { openPlay } from './open-play.ts';

export interface Player {
  id: string;
  token: string;
}

interface SoloCounters {
  matches: number;
  wins: number;
  top10: number;
  top25: number;
  kills: number;
  minutesPlayed: number;
  lastModified: Date;
}

export interface ScriptedAccount {
  id: string;
  /** Null: no match yet. */
  solo: SoloCounters | null;
  says?: 'private' | 'unknown' | 'broken';
  /** Another account that the source returns by mistake. */
  mistakenFor?: string;
}

export interface ChallengesTest {
  test: TestApp;
  source: ScriptedSource;
  accounts: Map<string, ScriptedAccount>;
  challengeId: string;
  /** Top 10 and 5 kills: fee 105 GC, reward 300 GC. */
  challengeType: string;
  player(options?: NewPlayer): Promise<Player>;
  /** `POST /challenge/start`, or `practice`. Creates the account's history when it is first named. */
  enter(
    player: Player,
    options?: {
      epicId?: string;
      key?: string;
      challengeId?: string;
      challengeType?: string;
      entryFeeGC?: number;
      isPractice?: boolean;
    },
  ): Promise<{
    status: number;
    code?: string;
    data: Record<string, unknown>;
    attemptId: string;
    message: string;
  }>;
  /** The account's counters after another match that has just ended. */
  play(
    epicId: string,
    match?: { placement?: number; kills?: number; minutes?: number; endedAt?: Date },
  ): void;
  /** Lets twelve minutes pass, plays a match that has just ended, and runs the job for one reading. */
  playLater(
    attemptId: string,
    epicId: string,
    match?: { placement?: number; kills?: number; minutes?: number },
  ): Promise<void>;
  /** Runs the job for one reading, `afterMinutes` later. */
  read(attemptId: string, afterMinutes: number): Promise<void>;
  attempt(player: Player, attemptId: string): Promise<Attempt>;
  receipt(player: Player, attemptId: string): Promise<Receipt>;
  /** Voids an attempt in the name of an administrator. */
  voidAttempt(
    admin: Player,
    attemptId: string,
    changes?: { reason?: string; forfeitFee?: boolean; key?: string },
  ): ReturnType<TestApp['call']>;
  gamerCoins(player: Player): Promise<number>;
  xp(player: Player): Promise<number>;
  /** The balance of a house account. */
  house(account: string): Promise<number>;
  close(): Promise<void>;
}

/** What an entry needs besides the app: everyone may play, and coins are unlimited. */
export function startDeps({ test, source }: Pick<ChallengesTest, 'test' | 'source'>): StartDeps {
  const parts = challengesDeps({
    db: test.db,
    clock: test.clock,
    log: createLogger('silent'),
    listener: test.listener,
    gameStats: {
      fortnite: { baseUrl: source.baseUrl, keys: [{ key: 'test-key', requestsPerSecond: 1000 }] },
    },
    timeScale: 1,
    xp: { finished: 20, success: 100 },
  });
  return { ...parts, play: openPlay, takeCoins: everythingMayBeMade };
}

const messages = {
  private: [403, "the requested account's stats are not public"],
  unknown: [404, 'the requested account does not exist'],
  broken: [500, 'something broke'],
} as const;

/** The real app with a scripted source of game statistics, at real time scale on the fake clock. */
export async function startChallengesTest({
  requestsPerSecond = 1000,
  log,
  config = {},
  ...options
}: {
  requestsPerSecond?: number;
  log?: Logger;
  config?: Partial<Config>;
} & Pick<
  NonNullable<Parameters<typeof startTestApp>[0]>,
  'templateUrl' | 'isChecked' | 'through'
> = {}): Promise<ChallengesTest> {
  const source = await startScriptedSource();
  const test = await startTestApp({
    ...options,
    ...(log && { log }),
    config: {
      gameStats: { fortnite: { baseUrl: source.baseUrl, keys: [{ key: 'test-key', requestsPerSecond }] } },
      challengeTimeScale: 1,
      ...config,
    },
  });
  const { db, clock } = test;
  const accounts = new Map<string, ScriptedAccount>();
  const getAccount = (name: string) => {
    const key = name.toLowerCase();
    const known = accounts.get(key);
    if (known) return known;
    const solo = { matches: 100, wins: 10, top10: 30, top25: 50, kills: 200, minutesPlayed: 1000 };
    const account: ScriptedAccount = {
      id: randomUUID().replaceAll('-', ''),
      solo: { ...solo, lastModified: new Date(clock.now().getTime() - 86_400_000) },
    };
    accounts.set(key, account);
    return account;
  };
  source.answer((request, response, raw) => {
    const name = request.address.searchParams.get('name');
    const id = request.address.pathname.split('/').at(-1);
    const found = name ? getAccount(name) : accounts.values().find((account) => account.id === id);
    const says = found ? found.says : 'unknown';
    if (says) return sendJson(messages[says][0], { error: messages[says][1] })(request, response, raw);
    const told = found?.mistakenFor ? getAccount(found.mistakenFor) : found;
    const { id: accountId, solo } = told as ScriptedAccount;
    if (!solo) {
      return sendJson(404, { error: 'the requested profile didnt play any match yet' })(
        request,
        response,
        raw,
      );
    }
    const account = { id: accountId, name: found?.mistakenFor ?? name ?? 'Renamed' };
    sendJson(200, { status: 200, data: { account, stats: { all: { solo } } } })(request, response, raw);
  });

  const { challengeId, challengeType } = await db.transaction(async (tx) => {
    const id = await insertChallenge(tx, { game: 'fortnite', description: 'Test challenge', isActive: true });
    const conditions = { requiredPlacement: 10, requiredKills: 5, position: 0 };
    await insertVariant(tx, id, { ...conditions, entryFeeGC: 105, rewardGC: 300 });
    return { challengeId: id, challengeType: 'TOP10_5KILL_SOLO' };
  });

  const play: ChallengesTest['play'] = (epicId, match = {}) => {
    const { placement = 4, kills = 6, minutes = 10, endedAt = clock.now() } = match;
    const account = getAccount(epicId);
    const before = account.solo ?? { matches: 0, wins: 0, top10: 0, top25: 0, kills: 0, minutesPlayed: 0 };
    account.solo = {
      matches: before.matches + 1,
      wins: before.wins + Number(placement === 1),
      top10: before.top10 + Number(placement <= 10),
      top25: before.top25 + Number(placement <= 25),
      kills: before.kills + kills,
      minutesPlayed: before.minutesPlayed + minutes,
      lastModified: endedAt,
    };
  };
  const read: ChallengesTest['read'] = async (attemptId, afterMinutes) => {
    clock.advance(afterMinutes * 60_000);
    await (test.app.tasks[readTask] as Task)({ attemptId } as never);
  };

  return {
    test,
    source,
    accounts,
    challengeId,
    challengeType,
    async player(options = {}) {
      const { id } = await createPlayer(db, { gamerCoins: 1000, ...options });
      return { id, token: await test.signIn(id) };
    },
    async enter(player, options = {}) {
      const {
        epicId = `epic-${player.id.slice(-8)}`,
        key = randomUUID(),
        isPractice = false,
        ...choice
      } = options;
      const response = await test.call({
        method: 'POST',
        url: isPractice ? '/challenge/practice' : '/challenge/start',
        token: player.token,
        key,
        // Each player has their own network, because failed look-ups are limited per network.
        remoteAddress: `10.${[...player.id.replaceAll('-', '').matchAll(/../g)]
          .slice(-3)
          .map(([byte]) => Number.parseInt(byte, 16))
          .join('.')}`,
        payload: { epicId, challengeId, challengeType, ...choice },
      });
      const body = response.json();
      return {
        status: response.statusCode,
        code: body.code,
        message: body.message,
        data: body.data ?? {},
        attemptId: body.data?.attemptId,
      };
    },
    play,
    read,
    async playLater(attemptId, epicId, match) {
      clock.advance(12 * 60_000);
      play(epicId, match);
      await read(attemptId, 0);
    },
    async attempt(player, attemptId) {
      const { data } = (await test.call({ url: '/challenge/my-attempts', token: player.token })).json();
      return data.find((attempt: Attempt) => attempt._id === attemptId);
    },
    async receipt(player, attemptId) {
      const url = `/challenge/attempts/${attemptId}/receipt`;
      return (await test.call({ url, token: player.token })).json().data;
    },
    voidAttempt: ({ token }, attemptId, { key = randomUUID(), ...changes } = {}) =>
      test.call({
        method: 'POST',
        url: `/challenge/attempts/${attemptId}/void`,
        token,
        key,
        payload: { reason: 'Cheated', ...changes },
      }),
    gamerCoins: async (player) => (await getBalances(db, player.id)).gamerCoins,
    xp: async (player) => (await getBalances(db, player.id)).xp,
    async house(account) {
      const { held } = await db.one<{ held: number }>(sql`
        select coalesce(sum(case when credit_house = ${account}::house_account then amount else -amount end), 0) as held
        from transfers
        where currency = 'GC' and ${account}::house_account in (credit_house, debit_house)`);
      return held;
    },
    async close() {
      await test.close();
      await source.close();
    },
  };
}
