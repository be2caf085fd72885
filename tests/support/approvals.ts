// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { AskApproval, TakeCoins } from '../../server/approval-ports.ts';
import type { Config } from '../../server/config.ts';
import { type AdminTest, type Person, startAdminTest } from './admin.ts';
import { testConfig } from './app.ts';

/** For tests that need no second administrator. */
export const nothingWaits: AskApproval = async () => undefined;

/** For tests that need no daily limits. */
export const everythingMayBeMade: TakeCoins = async () => true;

export const dayMs = 24 * 3_600_000;

/** Low limits, so that tests need only small amounts. */
export const lowLimits: Config['approvals'] = {
  ...testConfig().approvals,
  isDemanded: true,
  limits: {
    adjustment: 1000,
    payout: 1000,
    package: 5000,
    packagePerDollar: 250,
    challengeReward: 500,
    priceCut: 50,
    belowCost: 0,
    ruling: 0,
    limit: 0,
  },
};

/** An app in which large changes need approval, with three administrators who have had their role for a long time. */
export async function startApprovalsTest(options: Parameters<typeof startAdminTest>[0] = {}) {
  const app: AdminTest = await startAdminTest({
    ...options,
    config: { ...options.config, approvals: lowLimits },
  });
  const boss = await app.person({ role: 'SUPER_ADMIN', name: 'Boss' });
  const second = await app.person({ role: 'SUPER_ADMIN', name: 'Second' });
  const third = await app.person({ role: 'SUPER_ADMIN', name: 'Third' });
  app.clock.advance(8 * dayMs);
  const send = (
    by: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    url: string,
    payload?: object,
    key: string = randomUUID(),
  ) => app.call({ method, url, token: by.token, key, ...(payload && { payload }) });

  /** Runs the job that normally runs every minute. */
  const sweep = () => (app.app.tasks['end-approvals'] as (payload: object) => Promise<void>)({});

  return {
    ...app,
    boss,
    second,
    third,
    send,
    /** Requests coins for a player that need approval; returns the request's id. */
    async ask(by: Person, of: Person, gamerCoins = 5000): Promise<string> {
      const answer = await app.update(by, of, { gamerCoins, reason: 'a prize' });
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${answer.body}`);
      return answer.json().data.approvalId;
    },
    /** With a new session each time, because weeks pass in these tests. */
    approve: async ({ id: by }: Person, id: string, key?: string) =>
      send(
        { id: by, token: await app.signIn(by) },
        'POST',
        `/approvals/${id}/approve`,
        { reason: 'fine' },
        key,
      ),
    refuse: (by: Person, id: string, key?: string) =>
      send(by, 'POST', `/approvals/${id}/refuse`, { reason: 'no' }, key),
    sweep,
    /** Lets time pass while the server is up: runs the job repeatedly. */
    async serve(ms: number): Promise<void> {
      const stepMs = 5 * 60_000;
      for (let left = ms; left > 0; left -= stepMs) {
        app.clock.advance(Math.min(left, stepMs));
        await sweep();
      }
    },
    statusOf: async (id: string) =>
      (
        await app.db.one<{ status: string }>(
          sql`select status || case when input is null then '' else ' with input' end as status from approvals where id = ${id}`,
        )
      ).status,
    /** The audit log's entries about a request. */
    trail: async (id: string) =>
      (
        await app.db.rows<{ action: string; actorId: string }>(
          sql`select action, actor_id from admin_changes where subject = ${`approval:${id}`} order by id`,
        )
      ).map(({ action }) => action),
  };
}

export type ApprovalsTest = Awaited<ReturnType<typeof startApprovalsTest>>;
