// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Message } from '../../sandbox/inbox/messages.ts';
import { type Sandbox, startSandbox } from '../../sandbox/main.ts';
import { type DomainEvents, publish } from '../../server/platform/jobs/outbox.ts';
import { type JobWorker, startWorker } from '../../server/platform/jobs/worker.ts';
import { createLogger } from '../../server/platform/log.ts';
import { type ShopTest, startShopTest } from './shop.ts';

/** A shop whose mails go to the sandbox's inbox, and a worker that sends them, for a file's tests. */
export function receiptsTest() {
  let sandbox: Sandbox;
  let shop: ShopTest;
  let worker: JobWorker;
  beforeAll(async () => {
    const client = { clientId: 'a', clientSecret: 'b' };
    const ports = { port: 0, appUrl: 'http://localhost:3999', timeScale: 1 };
    sandbox = await startSandbox({ ...ports, google: client, discord: client });
    const mail = { smtpUrl: sandbox.smtpUrl, from: 'no-reply@shop.test' };
    shop = await startShopTest({ config: { mail, publicUrl: 'https://play.test' } });
  });
  afterAll(async () => {
    await shop.close();
    await sandbox.close();
  });
  beforeEach(async () => {
    worker = await startWorker({
      connectionString: shop.test.databaseUrl,
      pool: shop.test.db.pool,
      tasks: shop.test.app.tasks,
      concurrency: 2,
      log: createLogger(process.env.TEST_LOG ?? 'silent'),
    });
  });
  afterEach(() => worker.stop());

  const newAddress = () => `${randomUUID()}@player.test`;
  const getInbox = async (email: string): Promise<Message[]> =>
    (await fetch(`${sandbox.url}/inbox/messages?to=${email}`)).json() as Promise<Message[]>;
  const mailTo = (email: string, count = 1) =>
    vi.waitFor(async () => {
      const messages = await getInbox(email);
      expect(messages).toHaveLength(count);
      return messages;
    });
  const behave = (fault: string, times?: number) =>
    fetch(`${sandbox.url}/inbox/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fault, times }),
    });
  /** Waits until the queue is empty. */
  const idle = () =>
    vi.waitFor(async () => {
      const rows = await shop.test.db.rows(sql`
          select id from graphile_worker.jobs where task_identifier in ('send-receipt', 'send-further-receipt', 'purchase.completed', 'player.deleted')`);
      expect(rows).toEqual([]);
    });
  /** Waits until the mail server has refused a receipt, which then waits for its next try. */
  const refusedOnce = () =>
    vi.waitFor(async () => {
      const rows = await shop.test.db.rows(sql`
          select from graphile_worker.jobs
          where task_identifier in ('send-receipt', 'send-further-receipt') and attempts > 0 and locked_at is null`);
      expect(rows).toHaveLength(1);
    });
  /** Runs the next try now instead of seconds later. */
  async function tryAgain(): Promise<void> {
    await refusedOnce();
    await shop.test.db.run(sql`
      update graphile_worker._private_jobs set run_at = now() where key like 'send-%receipt:%'`);
  }
  const tell = <Name extends keyof DomainEvents>(name: Name, payload: DomainEvents[Name]) =>
    shop.test.db.transaction((tx) => publish(tx, name, payload));
  return {
    get shop(): ShopTest {
      return shop;
    },
    get sandboxUrl(): string {
      return sandbox.url;
    },
    ...{ newAddress, getInbox, mailTo, behave, idle, refusedOnce, tryAgain, tell },
  };
}
