// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeEach, expect } from 'vitest';
import type { WebhookEndpoint, WebhookSend } from '../../contract/outgoing-webhooks-admin.ts';
import type { Listeners, Task } from '../../server/platform/jobs/outbox.ts';
import { type AdminTest, type Person, startAdminTest } from './admin.ts';
import { listIn } from './app.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface Made {
  endpoint: WebhookEndpoint;
  secret: string;
}

/** An app with a receiver, and a super administrator's calls. Emptied before each test of the file. */
export async function openWebhookTest() {
  const receiver = await startWebhookReceiver();
  const app = await startAdminTest({ config: { webhookOrigins: [receiver.origin] } });
  const ada = await app.person({ role: 'SUPER_ADMIN' });
  beforeEach(async () => {
    await app.db.run(sql`delete from webhook_endpoints`);
    await app.db.run(sql`delete from webhook_events`);
    receiver.received.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
  return { app, receiver, ada, ...webhookCalls({ app, receiver, ada }) };
}

/** Administrators' actions on webhooks, and ways to trigger sending. */
export function webhookCalls({
  app,
  receiver,
  ada,
}: {
  app: AdminTest;
  receiver: Pick<WebhookReceiver, 'origin'>;
  ada: Person;
}) {
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    key = randomUUID(),
  ) =>
    app.call({
      method,
      url: `/outgoing-webhooks${url}`,
      token: ada.token,
      key,
      ...(payload && { payload }),
    });

  let paths = 0;
  /** An endpoint with its own path. */
  async function make(events: readonly string[] = ['giveaway.drawn']): Promise<Made & { path: string }> {
    const path = `/hook-${++paths}`;
    const answer = await send('POST', '', { address: receiver.origin + path, events });
    expect(answer.statusCode).toBe(200);
    return { ...(answer.json().data as Made), path };
  }

  const run = (task: string, payload: object = {}) => (app.app.tasks[task] as Task)(payload as never);
  /** Runs the jobs of all sends that are due by the app's clock. */
  async function work(): Promise<void> {
    const { db, clock } = app;
    const due = await db.rows<{ sendId: string }>(sql`
      select id as send_id from webhook_sends where status = 'waiting' and next_try_at <= ${clock.now()} order by id`);
    for (const send of due) await run('deliver-webhook', send);
  }
  /** Publishes another feature's event for webhooks; by default the draw of a giveaway. */
  async function happens(name: keyof Listeners = 'giveaway.drawn', fact: object = drawn()): Promise<void> {
    const hearing = app.app.features.find((feature) => feature.name === 'outgoing-webhooks');
    const hear = hearing?.listeners?.[name] as Task | undefined;
    await hear?.(fact as never);
  }
  const drawn = () => ({
    giveawayId: randomUUID(),
    title: 'Weekly',
    at: app.clock.now().toISOString(),
  });

  const find = async ({ endpoint }: Made) => {
    const { list } = listIn<{ list: WebhookEndpoint[] }>((await send('GET', '')).json());
    return list.find(({ _id }) => _id === endpoint._id) as WebhookEndpoint;
  };
  const log = async ({ endpoint }: Made, query = '') =>
    listIn<{ list: WebhookSend[]; nextBefore: string | null }>(
      (await send('GET', `/${endpoint._id}/sends?${query}`)).json(),
    );
  return { send, make, run, work, happens, drawn, find, log };
}
