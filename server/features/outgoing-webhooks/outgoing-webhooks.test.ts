// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { WebhookSend, WebhookSendDetail } from '../../../contract/outgoing-webhooks-admin.ts';
import { chosenEventTypes, webhookBody } from '../../../contract/webhook-events.ts';
import { type Made, openWebhookTest } from '../../../tests/support/outgoing-webhooks.ts';
import { isSignedBy, type ReceivedWebhook } from '../../../tests/support/webhook-receiver.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const { app, receiver, ada, send, make, run, work, happens, drawn, find, log } = await openWebhookTest();

it('sends each fact once, signed, to subscribers, with only the fields in the contract', async () => {
  const [wanting, other] = [await make(), await make(['payment.credited'])];
  const fact = drawn();
  await happens('giveaway.drawn', fact);
  await happens('giveaway.drawn', fact);
  await work();
  expect(receiver.received).toHaveLength(1);
  const [webhook] = receiver.at(wanting.path) as [ReceivedWebhook];
  expect(isSignedBy(webhook, wanting.secret)).toBe(true);
  expect(isSignedBy(webhook, other.secret)).toBe(false);
  expect(webhook.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'user-agent': expect.stringMatching(/^FinalRing\/\d/),
  });
  expect(
    Math.abs(Number(webhook.headers['webhook-timestamp']) - app.clock.now().getTime() / 1000),
  ).toBeLessThan(2);
  expect(JSON.parse(webhook.body)).toEqual({
    type: 'giveaway.drawn',
    timestamp: fact.at,
    data: { giveawayId: fact.giveawayId, title: 'Weekly' },
  });
  await work();
  expect(receiver.received).toHaveLength(1);
  expect(await find(wanting)).toMatchObject({
    waiting: 0,
    failingSince: null,
    lastDeliveredAt: expect.any(String),
  });
});

it('sends each fact in the form of its schema', async () => {
  const hook = await make(chosenEventTypes);
  const [attemptId, playerId, purchaseId, paymentId] = [1, 2, 3, 4].map(() => randomUUID());
  const at = app.clock.now().toISOString();
  const description = 'Top 10';
  const payment = { paymentId, playerId, packageTitle: 'Starter', coins: 100, at };
  await happens('challenge.decided', {
    attemptId,
    playerId,
    description,
    status: 'SUCCESS',
    rewardGC: 9,
    refundGC: 0,
  });
  await happens('challenge.overturned', { attemptId, playerId, description, xp: 1, at });
  await happens('challenge.voided', { attemptId, playerId });
  await happens('purchase.delivered', { purchaseId, playerId });
  await happens('purchase.refunded', { purchaseId, playerId });
  await happens('payment.credited', { ...payment, amountCents: 500 });
  await happens('payment.reversed', { ...payment, reason: 'Refund', number: 1 });
  await happens();
  await work();
  const bodies = receiver.at(hook.path).map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ type }) => type).toSorted()).toEqual(
    // Sales have their own test (bought.test.ts).
    chosenEventTypes.filter((type) => type !== 'purchase.completed' && type !== 'delivery.due').toSorted(),
  );
  for (const body of bodies) expect(webhookBody(body.type).strict().parse(body)).toEqual(body);
});

it('signs with both secrets for a day after a rotation, then with the new secret only', async () => {
  const hook = await make();
  const { secret } = (await send('POST', `/${hook.endpoint._id}/rotate`)).json().data as Made;
  expect((await find(hook)).rotatingUntil).not.toBeNull();
  await happens();
  await work();
  app.clock.advance(dayMs + 1);
  await happens();
  await work();
  const signedBy = receiver
    .at(hook.path)
    .map((each) => [isSignedBy(each, secret), isSignedBy(each, hook.secret)]);
  expect(signedBy).toEqual([
    [true, true],
    [true, false],
  ]);
});

it('retries with growing delays under one id, and records each try', async () => {
  const hook = await make();
  receiver.answer(hook.path, (response) =>
    response.writeHead(503).end('Down for <b>maintenance</b>\0'.repeat(200)),
  );
  await happens();
  await work();
  await work();
  expect(receiver.at(hook.path)).toHaveLength(1);
  expect(await find(hook)).toMatchObject({ waiting: 1, failingSince: expect.any(String) });
  app.clock.advance(minuteMs);
  await work();
  receiver.answer(hook.path, 200);
  app.clock.advance(5 * minuteMs);
  await work();
  const tries = receiver.at(hook.path);
  expect(tries).toHaveLength(3);
  expect(new Set(tries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(tries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  const [sent] = (await log(hook)).list as [WebhookSend];
  expect(sent).toMatchObject({ status: 'delivered', tries: 3, lastStatus: 200, nextTryAt: null });
  const detail = (await send('GET', `/${hook.endpoint._id}/sends/${sent._id}`)).json()
    .data as WebhookSendDetail;
  expect(detail.body).toBe(tries[0]?.body);
  expect(detail.history.map(({ status }) => status)).toEqual([200, 503, 503]);
  expect(detail.history[1]?.answer).toMatch(/^Down for <b>maintenance<\/b>/);
  expect(detail.history[1]?.answer.length).toBeLessThanOrEqual(1_000);
  expect((await find(hook)).failingSince).toBeNull();
});

it('gives up an event after its last try, and turns the endpoint off after five days with one notice', async () => {
  const hook = await make();
  receiver.answer(hook.path, 500);
  await happens();
  let sent: WebhookSend | undefined;
  do {
    if (sent?.nextTryAt) app.clock.advance(Date.parse(sent.nextTryAt) - app.clock.now().getTime());
    await work();
    [sent] = (await log(hook)).list;
  } while (sent?.status === 'waiting');
  expect(sent).toMatchObject({ status: 'failed', tries: 10 });
  expect(await find(hook)).toMatchObject({ offSince: null, waiting: 0 });
  app.clock.advance(2 * dayMs);
  await happens();
  await work();
  expect(await find(hook)).toMatchObject({ offReason: 'failing', waiting: 1 });
  await run('give-up-webhooks', { endpointId: hook.endpoint._id });
  expect((await log(hook)).list.map(({ status }) => status)).toEqual(['failed', 'failed']);
  const told = await app.db.rows<{ payload: { playerId: string; host: string } }>(sql`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'webhook.turned-off' and payload ->> 'endpointId' = ${hook.endpoint._id}`);
  expect(told.map(({ payload }) => payload.playerId)).toContain(ada.id);
  expect(JSON.stringify(told)).not.toContain(hook.path);
  const tries = receiver.at(hook.path).length;
  await happens();
  await work();
  expect(receiver.at(hook.path)).toHaveLength(tries);
});

it('turns an endpoint off when it answers "gone", and sends missed events on request', async () => {
  const hook = await make();
  receiver.answer(hook.path, 410);
  const since = app.clock.now().toISOString();
  await happens();
  await work();
  await run('give-up-webhooks', { endpointId: hook.endpoint._id });
  expect(await find(hook)).toMatchObject({ offReason: 'gone' });
  // While it is off, events are stored but not sent.
  app.clock.advance(minuteMs);
  await happens();
  await work();
  const { _id } = hook.endpoint;
  expect((await send('POST', `/${_id}/replay`, { since })).json().code).toBe('webhook_off');
  receiver.answer(hook.path, 200);
  await send('PUT', `/${_id}/is-on`, { isOn: true });
  expect((await send('POST', `/${_id}/replay`, { since, which: 'failed' })).statusCode).toBe(200);
  await run('replay-webhooks', await jobOf('replay-webhooks'));
  await work();
  expect(receiver.at(hook.path)).toHaveLength(3);
  expect((await log(hook, 'status=delivered')).list).toHaveLength(2);
  // Delivered events are resent only if the replay asks for all.
  await send('POST', `/${_id}/replay`, { since, which: 'failed' });
  await run('replay-webhooks', await jobOf('replay-webhooks'));
  await work();
  expect(receiver.at(hook.path)).toHaveLength(3);
  await send('POST', `/${_id}/replay`, { since, which: 'all' });
  await run('replay-webhooks', await jobOf('replay-webhooks'));
  await work();
  expect(receiver.at(hook.path)).toHaveLength(5);
});

async function jobOf(task: string): Promise<object> {
  const { payload } = await app.db.one<{ payload: object }>(sql`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} order by j.id desc limit 1`);
  return payload;
}

it('sends an event again under the same id, and a test even to an endpoint that is off', async () => {
  const hook = await make();
  const { _id } = hook.endpoint;
  await happens();
  await work();
  const [sent] = (await log(hook)).list as [WebhookSend];
  const key = randomUUID();
  for (let time = 0; time < 2; time++)
    expect((await send('POST', `/${_id}/sends/${sent._id}/replay`, undefined, key)).statusCode).toBe(200);
  await work();
  expect(receiver.at(hook.path).map(({ headers }) => headers['webhook-id'])).toEqual([
    sent.eventId,
    sent.eventId,
  ]);
  await send('PUT', `/${_id}/is-on`, { isOn: false });
  expect((await send('POST', `/${_id}/sends/${sent._id}/replay`)).json().code).toBe('webhook_off');
  const { sendId } = (await send('POST', `/${_id}/test`)).json().data;
  await work();
  const test = receiver.at(hook.path).at(-1) as ReceivedWebhook;
  expect(isSignedBy(test, hook.secret)).toBe(true);
  expect(JSON.parse(test.body)).toMatchObject({ type: 'webhook.test', data: { endpointId: _id } });
  expect((await send('GET', `/${_id}/sends/${sendId}`)).json().data.status).toBe('delivered');
  // A failed test is not retried and does not count against the endpoint.
  receiver.answer(hook.path, 404);
  await send('POST', `/${_id}/test`);
  await work();
  expect((await log(hook)).list[0]).toMatchObject({
    type: 'webhook.test',
    status: 'failed',
    lastStatus: 404,
  });
  expect((await find(hook)).failingSince).toBeNull();
});

it('sends the events of two concurrent replays, and queues no more while a thousand are waiting', {
  tags: ['long'],
}, async () => {
  const hook = await make();
  const { _id } = hook.endpoint;
  const since = app.clock.now().toISOString();
  await happens();
  await work();
  await app.db.run(sql`
    insert into webhook_events (type, cause, happened_at, body)
    select 'giveaway.drawn', 'many:' || n, ${since}::timestamptz + n * interval '1 ms', '{}' from generate_series(1, 1100) n`);
  app.clock.advance(minuteMs);
  const replays = async () => {
    const jobs = await app.db.rows<{ payload: object }>(sql`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'replay-webhooks' returning j.payload`);
    for (const { payload } of jobs) await run('replay-webhooks', payload);
    return (await find(hook)).waiting;
  };
  await send('POST', `/${_id}/replay`, { since, which: 'all' });
  expect(await replays()).toBe(1_000);
  // Another replay, of the last seconds' failures, is requested before the first one has finished.
  await send('POST', `/${_id}/replay`, { since: app.clock.now().toISOString(), which: 'failed' });
  expect(await replays()).toBe(1_000);
  await app.db.run(sql`update webhook_sends set status = 'delivered', next_try_at = null`);
  expect(await replays()).toBe(101);
});

it('leaves no delivery waiting when an endpoint is turned off before a replay finishes', async () => {
  const hook = await make();
  const { _id } = hook.endpoint;
  const since = app.clock.now().toISOString();
  await happens();
  await work();
  await send('POST', `/${_id}/replay`, { since, which: 'all' });
  const job = await jobOf('replay-webhooks');
  await send('PUT', `/${_id}/is-on`, { isOn: false });
  await run('give-up-webhooks', { endpointId: _id });
  await run('replay-webhooks', job);
  expect((await find(hook)).waiting).toBe(0);
});

it('sends events that were waiting while the endpoint was briefly off', async () => {
  const hook = await make();
  const { _id } = hook.endpoint;
  await happens();
  await send('PUT', `/${_id}/is-on`, { isOn: false });
  await app.db.run(sql`delete from graphile_worker._private_jobs`);
  await send('PUT', `/${_id}/is-on`, { isOn: true });
  await run('deliver-webhook', await jobOf('deliver-webhook'));
  expect(receiver.at(hook.path)).toHaveLength(1);
});
