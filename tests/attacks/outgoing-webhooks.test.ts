// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect } from 'vitest';
import type { WebhookEndpoint } from '../../contract/outgoing-webhooks-admin.ts';
import { type AdminTest, type Person, startAdminTest } from '../support/admin.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { attack, keepJournal, untilTooMany } from './attack.ts';

const journal = keepJournal();
let receiver: WebhookReceiver;
let app: AdminTest;
let boss: Person;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startAdminTest({ log: journal.log, config: { webhookOrigins: [receiver.origin] } });
  boss = await app.person({ role: 'SUPER_ADMIN' });
});
afterAll(async () => {
  await app?.close();
  await receiver?.close();
});

const send = (by: Person, method: 'POST' | 'PUT' | 'GET', url: string, payload?: object) =>
  app.call({
    method,
    url: `/outgoing-webhooks${url}`,
    token: by.token,
    key: randomUUID(),
    ...(payload && { payload }),
  });
const events = ['payment.credited'];

async function make(): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const answer = await send(boss, 'POST', '', { address: `${receiver.origin}/token-of-ours`, events });
  return answer.json().data;
}

/** Expects that none of these addresses is accepted, neither for a new webhook nor for an existing one. */
async function isNoAddress(...addresses: string[]): Promise<string> {
  const { endpoint } = await make();
  let refusal = '';
  for (const address of addresses) {
    refusal = await journal.refused(
      await send(boss, 'POST', '', { address, events }),
      'webhook_address_refused',
    );
    const edit = await send(boss, 'PUT', `/${endpoint._id}`, { address, description: '', events });
    await journal.refused(edit, 'webhook_address_refused');
  }
  await app.db.run(sql`delete from webhook_endpoints`);
  return refusal;
}

attack('1.3.6', 'make webhooks call the server itself, its network or cloud metadata', () =>
  isNoAddress(
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/',
    'https://database/',
  ),
);

attack('1.2.2', 'make webhooks use another protocol or send credentials', () =>
  isNoAddress(
    'http://hooks.finalring.dev/',
    'file:///etc/passwd',
    'https://user:secret@hooks.finalring.dev/',
    'https://hooks.finalring.dev:5432/',
    // Next to the only origin that the operator allowed.
    receiver.origin.replace(/\d+$/, (port) => String(Number(port) - 1)),
  ),
);

attack('8.2.1', 'receive every sale by webhook as an administrator without the right', async () => {
  const admin = await app.person({ role: 'ADMIN' });
  const { endpoint } = await make();
  const mine = { address: 'https://hooks.finalring.dev/', description: '', events };
  await journal.refused(await send(admin, 'PUT', `/${endpoint._id}`, mine), 'forbidden');
  await journal.refused(await send(admin, 'POST', `/${endpoint._id}/rotate`), 'forbidden');
  return journal.refused(await send(admin, 'POST', '', mine), 'forbidden');
});

attack('13.3.1', 'read a signing secret or a token in an address in lists or logs', async () => {
  const { endpoint, secret } = await make();
  const auditor = await app.holding('audit:read');
  const seen = [
    (await send(boss, 'GET', '')).body,
    (await send(boss, 'GET', `/${endpoint._id}/sends`)).body,
    JSON.stringify(
      await app.db.rows(sql`select answer from idempotent_answers where player_id = ${boss.id}`),
    ),
  ].join('');
  expect(seen).not.toContain(secret);
  const audit = await app.call({ url: '/audit-log', token: auditor.token });
  expect(audit.body).toContain('outgoing-webhook.create');
  expect(audit.body).not.toContain('token-of-ours');
  expect(journal.text()).not.toContain(secret);
  expect(journal.text()).not.toContain('token-of-ours');
  return journal.refused(await send(auditor, 'GET', ''), 'forbidden');
});

attack('2.4.1', 'make the server call an address without limit', async () => {
  const { endpoint } = await make();
  const refusal = await untilTooMany(() => send(boss, 'POST', `/${endpoint._id}/test`), 20);
  const jobs = await app.db.rows(
    sql`select from graphile_worker.jobs where task_identifier = 'deliver-webhook'`,
  );
  expect(jobs).toHaveLength(20);
  return refusal;
});
