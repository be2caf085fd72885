// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, vi } from 'vitest';
import type { PlayerPromotion } from '../../contract/promotions.ts';
import type { AdminPromotion } from '../../contract/promotions-admin.ts';
import { getBalances } from '../../server/ledger/balances.ts';
import type { DomainEvents, Task } from '../../server/platform/jobs/outbox.ts';
import { startTestApp, type TestApp } from './app.ts';
import { createPlayer } from './factories.ts';

const hourMs = 3_600_000;

interface Asked {
  payload?: object;
  /** The caller; by default the administrator. */
  token?: string;
  key?: string;
}

export interface PromotionsTest {
  test: TestApp;
  inHours(hours: number): string;
  /** An administrator's input: pays 10 GC for each finished challenge, from an hour ago, for a day. */
  input(parts?: Record<string, unknown>): Record<string, unknown>;
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    asked?: Asked,
    // biome-ignore lint/suspicious/noExplicitAny: every answer is held to its schema by the test app.
  ): Promise<{ status: number; data: any; total?: number; code?: string; message: string }>;
  create(parts?: Record<string, unknown>): Promise<AdminPromotion>;
  /** A promotion for places that starts now, for two hours. Earlier play doesn't count. */
  weekly(parts?: Record<string, unknown>): Promise<AdminPromotion>;
  /** Deactivates all promotions, so that earlier tests' promotions pay nothing from now on. */
  closeAll(): Promise<unknown>;
  player(name?: string): Promise<{ id: string; token: string }>;
  tell<Name extends keyof DomainEvents>(name: Name, fact: DomainEvents[Name]): Promise<void>;
  /** Finishes a challenge now. */
  finish(playerId: string, xp?: number, attemptId?: string): Promise<void>;
  coins(playerId: string): Promise<number>;
  /** Runs the scheduler's task. */
  sweep(): Promise<void>;
  /** A promotion as that player sees it. */
  mine(token: string, eventId: string): Promise<PlayerPromotion>;
  /** Everything broadcast to open pages during `work`. */
  sentToAll(work: () => Promise<unknown>): Promise<unknown[]>;
  close(): Promise<void>;
}

/** The real app with an administrator who may send rewards, on the fake clock. */
export async function startPromotionsTest(): Promise<PromotionsTest> {
  const test = await startTestApp();
  const admin = await test.signIn((await createPlayer(test.db, { role: 'SUPER_ADMIN' })).id);
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * hourMs).toISOString();

  const input: PromotionsTest['input'] = (parts = {}) => ({
    title: 'Test event',
    type: 'challenge',
    triggers: ['COMPLETE_CHALLENGE'],
    startDate: inHours(-1),
    endDate: inHours(24),
    eventConfig: { rewardAmount: 10 },
    ...parts,
  });
  const ask: PromotionsTest['ask'] = async (
    method,
    url,
    { payload, token = admin, key = randomUUID() } = {},
  ) => {
    const response = await test.call({ method, url, token, key, ...(payload && { payload }) });
    const { data, total, code, message } = response.json();
    return { status: response.statusCode, data, total, code, message };
  };
  const create: PromotionsTest['create'] = async (parts) => {
    const { status, data, message } = await ask('POST', '/events', { payload: input(parts) });
    expect(status, message).toBe(200);
    return data;
  };
  const tell: PromotionsTest['tell'] = (name, fact) => (test.app.tasks[name] as Task)(fact as never);

  return {
    test,
    inHours,
    input,
    ask,
    create,
    weekly(parts = {}) {
      test.clock.advance(1);
      const dates = { startDate: inHours(0), endDate: inHours(2) };
      return create({
        ...dates,
        triggers: ['ACTIVITY_WEEKLY'],
        leaderboardRewards: [500, 300, 100],
        ...parts,
      });
    },
    closeAll: () => test.db.run(sql`update events set is_active = false`),
    async player(name) {
      const { id } = await createPlayer(test.db, name ? { name } : {});
      return { id, token: await test.signIn(id) };
    },
    tell,
    finish(playerId, xp = 20, attemptId = randomUUID()) {
      const at = test.clock.now().toISOString();
      return tell('challenge.finished', { attemptId, playerId, status: 'FAILED', xp, at });
    },
    coins: async (playerId) => (await getBalances(test.db, playerId)).gamerCoins,
    sweep: () => (test.app.tasks['run-events'] as Task)({} as never),
    mine: async (token, eventId) =>
      (await ask('GET', '/events', { token })).data.find(({ _id }: PlayerPromotion) => _id === eventId),
    async sentToAll(work) {
      let heard: unknown[] = [];
      const ends = new Set<string>();
      const stops = [
        test.listener.on('live_all', (told) => heard.push(JSON.parse(told))),
        test.listener.on('all_is_told', (end) => void ends.add(end)),
      ];
      // Notifications arrive in order, so when the last one has arrived, all have.
      const drainNotifications = async () => {
        const end = randomUUID();
        const tell = async () => {
          await test.db.run(sql`select tell_after_commit('all_is_told', ${end})`);
          expect(ends).toContain(end);
        };
        await vi.waitFor(tell, { interval: 5 });
      };
      await drainNotifications();
      heard = [];
      await work();
      await drainNotifications();
      for (const stop of stops) stop();
      return heard;
    },
    close: () => test.close(),
  };
}
