// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import sql from 'sql-template-tag';
import { boardPeriods } from '../../contract/leaderboards.ts';
import type { Config } from '../../server/config.ts';
import { markTask } from '../../server/features/leaderboards/mark-boards.ts';
import { getBoard, getStart } from '../../server/features/leaderboards/rules.ts';
import { rankTask } from '../../server/features/promotions/rank-players.ts';
import { openVault } from '../../server/features/shop/codes/open-vault.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import { startScriptedStripe } from '../../server/providers/stripe/testing/scripted-stripe.ts';
import { testConfig, testSecret } from '../../tests/support/app.ts';
import { startChallengesTest } from '../../tests/support/challenges.ts';
import { stripeKeys } from '../../tests/support/coins.ts';
import { busyPlayer, type Call, usualPlayer } from './calls.ts';
import { firstRunning, movements } from './fill-movements.ts';
import { functions, idle, people, runningFrom, toId, toSize } from './fill-people.ts';

/** The real app on a database with the given number of transfers and all the rows that belong to them. */
export interface FilledApp {
  databaseUrl: string;
  /** @throws if the answer isn't a success, because refusals are cheap */
  run(call: Call, turn: number): Promise<LightMyRequestResponse>;
  /** Runs the job for a reading of the n-th running attempt. The source reports no new match, or private statistics. */
  read(n: number, says?: 'private'): Promise<void>;
  /** Counts a match of the n-th unranked player, and runs the job that ranks events each minute. */
  rank(n: number): Promise<void>;
  /** Resets the rate limits, so that no call exceeds them. */
  forgetCalls(): Promise<void>;
  close(): Promise<void>;
}

/** Inserts directly into the tables, without triggers. Through the product it would take days. */
async function fill(databaseUrl: string, transfers: number, log: (line: string) => void): Promise<void> {
  const size = toSize(transfers);
  const now = new Date();
  const boards = boardPeriods.map((period) => ({
    board: getBoard(period, now),
    from: getStart(period, now),
  }));
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set work_mem = '256MB'; ${functions(size)}`);
    for (const statement of [...people(size), ...movements(size, boards)]) {
      const began = performance.now();
      await client.query(statement);
      const seconds = (performance.now() - began) / 1_000;
      if (seconds > 10) log(`${seconds.toFixed(0)} s: ${statement.trim().slice(0, 60).replace(/\s+/g, ' ')}`);
    }
    // The only code that gets revealed.
    const code = toId('code', 1);
    const { keyId, nonce, ciphertext } = openVault(
      { keys: undefined, fingerprintSecret: undefined },
      testSecret,
    ).seal('ABCD-EFGH-1234', code);
    await client.query('update gift_card_codes set key_id = $2, nonce = $3, ciphertext = $4 where id = $1', [
      ...[code, keyId, nonce, ciphertext],
    ]);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** The settings of production: those that development turns off, and optional ones. */
function asInProduction(): Pick<Config, 'approvals' | 'coinLimits' | 'redeeming'> {
  const { approvals, coinLimits } = testConfig();
  return {
    approvals: { ...approvals, isDemanded: true },
    coinLimits: { ...coinLimits, isOn: true },
    redeeming: { cardHoldMs: 72 * 3_600_000, isBonusFrozen: true },
  };
}

const played = {
  matches: 9,
  wins: 1,
  top10: 2,
  top25: 3,
  kills: 5,
  minutesPlayed: 60,
  lastModified: new Date(Date.now() - 24 * 3_600_000),
};

export async function startFilledApp({
  transfers,
  templateUrl,
  onceFilled = async () => {},
  log = () => {},
}: {
  transfers: number;
  /** The database to clone, outside a test run. */
  templateUrl?: string;
  /** Called with the database's address before the app connects to it. */
  onceFilled?(databaseUrl: string): Promise<void>;
  log?(line: string): void;
}): Promise<FilledApp> {
  const stripe = await startScriptedStripe();
  const challenges = await startChallengesTest({
    ...(templateUrl && { templateUrl }),
    isChecked: false,
    config: { stripe: { apiBase: stripe.apiBase, ...stripeKeys }, ...asInProduction() },
    async through(databaseUrl) {
      await fill(databaseUrl, transfers, log);
      await onceFilled(databaseUrl);
      return databaseUrl;
    },
  });
  const { test } = challenges;
  const size = toSize(transfers);
  await (test.app.tasks[markTask] as () => Promise<void>)();
  const tokens = {
    player: await test.signIn(usualPlayer),
    'busy player': await test.signIn(busyPlayer),
    administrator: await test.signIn(busyPlayer),
  };
  const others = new Map<string, string>();

  async function send(
    request: InjectOptions & { url: string },
    token: string,
  ): Promise<LightMyRequestResponse> {
    const answer = await test.call({ ...request, token });
    if (answer.statusCode >= 300)
      throw new Error(`${request.url} answered ${answer.statusCode}: ${answer.body}`);
    return answer;
  }
  return {
    databaseUrl: test.databaseUrl,
    async run(call, turn) {
      if (!call.isOncePerPlayer) return send(call.request(turn, usualPlayer, size), tokens[call.role]);
      const { from, until } = call.players ?? idle;
      const player = toId('player', from + turn);
      if (from + turn > until) throw new Error('every player has already made this call');
      const token = others.get(player) ?? (await test.signIn(player));
      others.set(player, token);
      challenges.accounts.set(`epic-${player.slice(-12)}`, { id: `key${player}`, solo: played });
      return send(call.request(turn, player, size), token);
    },
    async read(n, says) {
      const player = toId('player', runningFrom - 1 + n);
      challenges.accounts.set(`epic-${player.slice(-12)}`, {
        id: `key${player}`,
        solo: played,
        ...(says && { says }),
      });
      await challenges.read(toId('attempt', firstRunning(toSize(transfers)) + n), 0);
    },
    async rank(n) {
      const attemptId = randomUUID();
      const [playerId, at] = [toId('player', runningFrom - 1 + n), test.clock.now().toISOString()];
      const run = (task: string, payload: object) => (test.app.tasks[task] as Task)(payload as never);
      await run('challenge.finished', { attemptId, playerId, xp: 20, at, status: 'FAILED' });
      await run(rankTask, {});
    },
    async forgetCalls() {
      await test.db.run(sql`delete from rate_limit_windows`);
    },
    async close() {
      await challenges.close();
      await stripe.close();
    },
  };
}
