// SPDX-License-Identifier: Apache-2.0

import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import { testSecret } from '../../../tests/support/app.ts';
import { dieBefore, dieBeforeEachStep } from '../../../tests/support/dying-database.ts';
import { type Made, openWebhookTest } from '../../../tests/support/outgoing-webhooks.ts';
import type { Database } from '../../platform/db/database.ts';
import { failedTasks } from '../../platform/jobs/failed-jobs.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createLogger } from '../../platform/log.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { webhookSecrets } from './webhook-secret-store.ts';

const minuteMs = 60_000;

const { app, receiver, send, make, work, happens, drawn, find, log } = await openWebhookTest();

it('lets a dead receiver block nobody, and sends to each in order', { tags: ['long'] }, async () => {
  const [dead, alive] = [await make(), await make()];
  const held: ServerResponse[] = [];
  receiver.answer(dead.path, (response) => held.push(response));
  const facts = Array.from({ length: 6 }, drawn);
  for (const fact of facts) await happens('giveaway.drawn', fact);
  const worker = await startWorker({
    connectionString: app.databaseUrl,
    ...{ pool: app.db.pool, tasks: app.app.tasks, log: createLogger('silent'), concurrency: 3 },
  });
  const listDelivered = (path: string) =>
    receiver.at(path).map(({ body }) => JSON.parse(body).data.giveawayId as string);
  const inOrder = facts.map(({ giveawayId }) => giveawayId);
  await expect.poll(() => listDelivered(alive.path)).toEqual(inOrder);
  // It occupies one slot of the worker, however much is waiting for it.
  expect(receiver.at(dead.path)).toHaveLength(1);
  receiver.answer(dead.path, 204);
  for (const response of held) response.writeHead(204).end();
  await expect.poll(() => listDelivered(dead.path)).toEqual(inOrder);
  await expect.poll(async () => (await find(dead)).waiting).toBe(0);
  await worker.stop();
});

it('has a job for each delivery, including those left by the previous release', async () => {
  const hook = await make();
  const jobs = () =>
    app.db.rows<{ sendId: string }>(sql`
      select payload ->> 'sendId' as send_id from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'deliver-webhook' and j.locked_at is null`);
  await app.db.run(sql`delete from graphile_worker._private_jobs`);
  await happens();
  const [sent] = (await log(hook)).list as [WebhookSend];
  expect(await jobs()).toEqual([{ sendId: sent._id }]);
  // As it waited when the database was upgraded.
  await app.db.run(sql`delete from graphile_worker._private_jobs`);
  const name = readdirSync('db/migrations').find((each) => each.endsWith('_webhook_jobs_of_waiting.sql'));
  const migration = readFileSync(`db/migrations/${name}`, 'utf8');
  await app.db.pool.query(String(migration.match(/^update webhook_sends.+/m)));
  expect(await jobs()).toEqual([{ sendId: sent._id }]);
  // A postponed send keeps its one job; while that is running, it gets another.
  await app.db.run(sql`update webhook_sends set next_try_at = next_try_at + interval '30 seconds'`);
  expect(await jobs()).toHaveLength(1);
  await app.db.run(
    sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = 1`,
  );
  await app.db.run(sql`update webhook_sends set next_try_at = next_try_at + interval '30 seconds'`);
  expect(await jobs()).toEqual([{ sendId: sent._id }]);
  await app.db.run(sql`select graphile_worker.force_unlock_workers(array['a worker'])`);
  expect(await failedTasks(app.db)).toEqual([]);
});

it('repeats a delivery that a killed process was making, and stops once recorded', {
  tags: ['long'],
}, async () => {
  const hook = await make();
  await happens();
  const deaths = await dieBeforeEachStep((step) =>
    dieBefore(step, app, (db) => deliver(db, hook.endpoint._id)),
  );
  expect(deaths).toBeGreaterThan(4);
  const [sent] = (await log(hook)).list as [WebhookSend];
  expect(sent.status).toBe('delivered');
  const ids = receiver.at(hook.path).map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids)).toEqual(new Set([sent.eventId]));
  app.clock.advance(minuteMs);
  await work();
  expect(receiver.at(hook.path)).toHaveLength(ids.length);
});

/** Delivers with host names resolving to `meaning`. */
async function deliver(db: Database, endpointId: string, meaning?: string): Promise<void> {
  const [sent] = (await log({ endpoint: { _id: endpointId } as never, secret: '' })).list as [WebhookSend];
  await deliverWebhook(
    { sendId: sent._id },
    {
      db,
      clock: app.clock,
      log: createLogger('silent'),
      secrets: webhookSecrets(testSecret),
      allowedOrigins: meaning ? [] : [receiver.origin],
      userAgent: 'test',
      listKeepers: async () => [],
      ...(meaning && { resolve: async () => [{ address: meaning, family: 4 }] }),
    },
  );
}

it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'])(
  'contacts nobody when a name resolves to %s, also after a redirect',
  async (meaning) => {
    const answer = await send('POST', '', {
      address: 'https://hooks.finalring.dev/',
      events: ['giveaway.drawn'],
    });
    await happens();
    const made = answer.json().data as Made;
    await deliver(app.db, made.endpoint._id, meaning);
    expect((await log(made)).list[0]).toMatchObject({
      status: 'waiting',
      lastStatus: null,
      lastError: 'The name leads to a private address',
    });
    const [hook, target] = [await make(), `/target-${meaning}`];
    receiver.answer(hook.path, (response) =>
      response.writeHead(307, { location: receiver.origin + target }).end(),
    );
    await happens();
    await work();
    expect((await log(hook)).list[0]).toMatchObject({ status: 'waiting', lastStatus: 307 });
    expect(receiver.at(target)).toEqual([]);
  },
);

it('reads only the start of an answer and does not wait for its end', async () => {
  const hook = await make();
  receiver.answer(hook.path, (response) => {
    response.writeHead(200);
    const pouring = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.on('close', () => clearInterval(pouring));
  });
  await happens();
  await work();
  const [sent] = (await log(hook)).list as [WebhookSend];
  const { history } = (await send('GET', `/${hook.endpoint._id}/sends/${sent._id}`)).json().data;
  expect([sent.status, history[0].answer.length]).toEqual(['delivered', 1_000]);
});
