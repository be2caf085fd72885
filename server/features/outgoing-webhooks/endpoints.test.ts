// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import { type Made, openWebhookTest } from '../../../tests/support/outgoing-webhooks.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const { app, receiver, ada, send, make, run, work, happens, log } = await openWebhookTest();

it('shows the secret once, and stores it encrypted', async () => {
  const key = randomUUID();
  const input = { address: `${receiver.origin}/sealed`, events: ['giveaway.drawn'] };
  const first = (await send('POST', '', input, key)).json().data as Made;
  expect(first.secret).toMatch(/^whsec_/);
  expect((await send('POST', '', input, key)).json().data).toEqual(first);
  const everything = await app.db.rows(sql`
    select answer::text as text from idempotent_answers union all select after::text from admin_changes
    union all select encode(ciphertext, 'escape') from webhook_secrets`);
  expect(JSON.stringify(everything)).not.toContain(first.secret.slice(6, 30));
  const rotated = (await send('POST', `/${first.endpoint._id}/rotate`)).json().data as Made;
  expect(rotated.secret).not.toBe(first.secret);
  // The replay comes too late: the first answer's secret is no longer in use.
  expect((await send('POST', '', input, key)).json().data.secret).toBeNull();
});

it('limits the number of endpoints', { tags: ['long'] }, async () => {
  for (let count = 0; count < 20; count++) await make();
  const input = { address: 'https://hooks.finalring.dev/', events: ['giveaway.drawn'] };
  expect((await send('POST', '', input)).json().code).toBe('too_many_webhooks');
});

it('changes only the edited fields, and logs only the origin of the address', async () => {
  const hook = await make();
  const { _id, address, events } = hook.endpoint;
  const loaded = { address, description: '', events };
  const edit = (sent: object) => send('PUT', `/${_id}`, { ...loaded, ...sent, loaded });
  expect((await edit({ description: 'Ours' })).json().data.description).toBe('Ours');
  expect((await edit({ events: ['payment.credited'] })).json().data).toMatchObject({
    description: 'Ours',
    events: ['payment.credited'],
  });
  expect((await edit({ description: 'Theirs' })).json().code).toBe('changed_meanwhile');
  const changes = await app.db.rows<{ action: string; after: object }>(sql`
    select action, after from admin_changes where subject = ${`outgoing-webhook:${_id}`} order by id`);
  expect(changes.map(({ action }) => action)).toEqual([
    'outgoing-webhook.create',
    'outgoing-webhook.change',
    'outgoing-webhook.change',
  ]);
  expect(JSON.stringify(changes)).not.toContain(hook.path);
});

it('deletes an endpoint immediately, and its log with the next cleanup', async () => {
  const hook = await make();
  await happens();
  const { _id } = hook.endpoint;
  expect((await send('DELETE', `/${_id}`)).statusCode).toBe(200);
  await work();
  expect(receiver.received).toEqual([]);
  for (const answer of [
    await send('GET', `/${_id}/sends`),
    await send('POST', `/${_id}/test`),
    await send('POST', `/${_id}/rotate`),
    await send('PUT', `/${_id}/is-on`, { isOn: true }),
  ]) {
    expect(answer.json().code).toBe('not_found');
  }
  app.clock.advance(31 * dayMs);
  ada.token = await app.signIn(ada.id);
  await run('forget-webhooks');
  for (const table of [
    sql`webhook_endpoints`,
    sql`webhook_events`,
    sql`webhook_sends`,
    sql`webhook_secrets`,
  ]) {
    expect(await app.db.rows(sql`select from ${table}`)).toEqual([]);
  }
});

it('shows no log entries of another endpoint', async () => {
  const [mine, other] = [await make(), await make(['payment.credited'])];
  await happens();
  await work();
  const [sent] = (await log(mine)).list as [WebhookSend];
  expect((await send('GET', `/${other.endpoint._id}/sends/${sent._id}`)).json().code).toBe('not_found');
  expect((await send('POST', `/${other.endpoint._id}/sends/${sent._id}/replay`)).json().code).toBe(
    'not_found',
  );
});
