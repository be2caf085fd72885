// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { NotificationSettings } from '../../contract/notification-settings.ts';
import type { ReceivedMessage } from '../../sandbox/push/subscriptions.ts';
import { startTestSandbox } from '../../sandbox/testing/start.ts';
import { type PushJob, pushTask } from '../../server/features/notifications/push/send-push.ts';
import type { Task } from '../../server/platform/jobs/outbox.ts';
import type { Logger } from '../../server/platform/log.ts';
import { startTestApp } from './app.ts';
import { createPlayer } from './factories.ts';

export interface Person {
  id: string;
  token: string;
}

/** A browser known to the sandbox's push service. */
export interface Browser {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface WaitingPush {
  payload: PushJob;
  runAt: Date;
}

export const toInput = ({ endpoint, keys }: Browser) => ({ endpoint, keys });

export const won = ({ id }: { id: string }) => ({
  attemptId: randomUUID(),
  playerId: id,
  description: 'Survive the ring',
  status: 'SUCCESS' as const,
  rewardGC: 1_200,
  refundGC: 0,
});

/** An app with a sandbox whose push service decrypts the messages. */
export async function startPushTest(log?: Logger) {
  const sandbox = await startTestSandbox();
  const test = await startTestApp({ sandboxUrl: sandbox.url, ...(log && { log }) });

  async function sent(path: string, method: string, body?: object) {
    const answer = await fetch(`${sandbox.url}/push${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return answer.json();
  }
  const behave = (fault: string, options: { times?: number; retryAfterSeconds?: number } = {}) =>
    sent('/faults', 'PUT', { fault, ...options });
  const settings = async ({ token }: Person): Promise<NotificationSettings> =>
    (await test.call({ url: '/notifications/settings', token })).json().data;
  const add = ({ token }: Person, payload: object) =>
    test.call({ method: 'PUT', url: '/notifications/devices', token, payload });
  const newBrowser = async (serverKey: string) =>
    (await sent('/subscriptions', 'POST', { serverKey })) as Browser;
  const tell = (name: string, fact: object) => (test.app.tasks[name] as Task)(fact as never);
  const jobs = () =>
    test.db.rows<WaitingPush>(sql`
      select payload, run_at from graphile_worker._private_jobs
      where key like ${`${pushTask}:%`} order by id`);
  const run = (job: PushJob) => (test.app.tasks[pushTask] as Task)(job as never);

  return {
    ...test,
    sandboxUrl: sandbox.url,
    sent,
    behave,
    settings,
    add,
    newBrowser,
    tell,
    jobs,
    run,
    async player(): Promise<Person> {
      const { id } = await createPlayer(test.db);
      return { id, token: await test.signIn(id) };
    },
    messagesTo: async ({ id }: { id: string }): Promise<ReceivedMessage[]> =>
      (await sent(`/messages?subscription=${id}`, 'GET')) as ReceivedMessage[],
    choose: (
      { token }: Person,
      choices: Partial<Pick<NotificationSettings, 'push' | 'mail' | 'quietHours'>>,
    ) =>
      test.call({
        method: 'PUT',
        url: '/notifications/settings',
        token,
        payload: { push: ['result'], mail: [], quietHours: null, ...choices },
      }),
    /** Registers a browser of this player for push messages. */
    async device(person: Person): Promise<Browser> {
      const browser = await newBrowser((await settings(person)).serverKey);
      const added = await add(person, toInput(browser));
      if (added.statusCode !== 200) throw new Error(`the device was not added: ${added.body}`);
      return browser;
    },
    win: (person: Person) => tell('challenge.decided', won(person)),
    /** Runs the waiting jobs; returns the remaining ones. */
    async runJobs(): Promise<WaitingPush[]> {
      const waiting = await jobs();
      await test.db.run(sql`delete from graphile_worker._private_jobs where key like ${`${pushTask}:%`}`);
      for (const { payload } of waiting) await run(payload);
      return jobs();
    },
    /** Restores the initial state for the next test. */
    async forgetJobs(): Promise<void> {
      await behave('none');
      await test.db.run(sql`delete from graphile_worker._private_jobs`);
    },
    async close(): Promise<void> {
      await test.close();
      await sandbox.close();
    },
  };
}
