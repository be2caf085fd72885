import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { WebhookEndpoint, WebhookSend, WebhookSendDetail } from '../../../contract/outgoing-webhooks.ts';
import { chosenEventTypes, webhookBody } from '../../../contract/webhook-events.ts';
import { type AdminTest, type Person, startAdminTest } from '../../../tests/support/admin.ts';
import { listIn, testSecret } from '../../../tests/support/app.ts';
import { dieBefore, dieBeforeEachStep } from '../../../tests/support/dying-database.ts';
import {
  isSignedBy,
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../tests/support/webhook-receiver.ts';
import type { Listeners, Task } from '../../platform/jobs/outbox.ts';
import { createLogger } from '../../platform/log.ts';
import { webhookSecrets } from './secret-store.ts';
import { webhookSender } from './send-webhooks.ts';

let receiver: WebhookReceiver;
let app: AdminTest;
let ada: Person;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startAdminTest({ config: { webhookOrigins: [receiver.origin] } });
  ada = await app.person({ role: 'SUPER_ADMIN' });
});
afterAll(async () => {
  await app?.close();
  await receiver?.close();
});
beforeEach(async () => {
  await app.db.run(sql`delete from webhook_endpoints`);
  await app.db.run(sql`delete from webhook_events`);
  receiver.received.length = 0;
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, key = randomUUID()) =>
  app.call({ method, url: `/outgoing-webhooks${url}`, token: ada.token, key, ...(payload && { payload }) });

interface Made {
  endpoint: WebhookEndpoint;
  secret: string;
}
let paths = 0;
/** An endpoint at a path of its own. */
async function make(events: readonly string[] = ['giveaway.drawn']): Promise<Made & { path: string }> {
  const path = `/hook-${++paths}`;
  const answer = await send('POST', '', { address: receiver.origin + path, events });
  expect(answer.statusCode).toBe(200);
  return { ...(answer.json().data as Made), path };
}

const run = (task: string, payload: object = {}) => (app.app.tasks[task] as Task)(payload as never);
const work = () => run('send-webhooks');
/** What another feature tells; the draw of a giveaway unless said. */
async function happens(name: keyof Listeners = 'giveaway.drawn', fact: object = drawn()): Promise<void> {
  const hearing = app.app.features.find((feature) => feature.name === 'outgoing-webhooks');
  const hear = hearing?.listeners?.[name] as Task | undefined;
  await hear?.(fact as never);
}
const drawn = () => ({ giveawayId: randomUUID(), title: 'Weekly', at: app.clock.now().toISOString() });

const find = async ({ endpoint }: Made) => {
  const { list } = listIn<{ list: WebhookEndpoint[] }>((await send('GET', '')).json());
  return list.find(({ _id }) => _id === endpoint._id) as WebhookEndpoint;
};
const log = async ({ endpoint }: Made, query = '') =>
  listIn<{ list: WebhookSend[]; nextBefore: string | null }>(
    (await send('GET', `/${endpoint._id}/sends?${query}`)).json(),
  );

it('tells who wants to know, signed, once for each fact, with no more than the contract says', async () => {
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

it('tells of each fact in the form of its schema', async () => {
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
    // Those of sales have a test of their own (bought.test.ts).
    chosenEventTypes.filter((type) => type !== 'purchase.completed' && type !== 'delivery.due').toSorted(),
  );
  for (const body of bodies) expect(webhookBody(body.type).strict().parse(body)).toEqual(body);
});

it('shows the secret once, and keeps it sealed', async () => {
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
  // The answer got lost for too long: the secret that it told is no more the one in use.
  expect((await send('POST', '', input, key)).json().data.secret).toBeNull();
});

it('signs by both secrets for a day, then by the new one alone', async () => {
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

it('tries again with growing waits under one id, and writes down how each try went', async () => {
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

it('gives one event up after its last try, and turns the endpoint off after five days, once, with notice', async () => {
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

it('turns off at once what says that it is gone, and sends what it missed when it is asked to', async () => {
  const hook = await make();
  receiver.answer(hook.path, 410);
  const since = app.clock.now().toISOString();
  await happens();
  await work();
  await run('give-up-webhooks', { endpointId: hook.endpoint._id });
  expect(await find(hook)).toMatchObject({ offReason: 'gone' });
  // While it is off nothing is sent; what happens is kept all the same.
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
  // Those that got through are sent again only where all are asked for.
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

it('sends one again under the same id, and a test also to one that is off', async () => {
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
  // A test that fails is not tried again, and says nothing of the endpoint.
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

it('lets a dead receiver hold nobody back', async () => {
  const [dead, alive] = [await make(), await make()];
  const waiting: { end: () => void }[] = [];
  receiver.answer(dead.path, (response) => waiting.push(response));
  for (let fact = 0; fact < 6; fact++) await happens();
  const working = work();
  await expect.poll(() => receiver.at(alive.path).length).toBe(6);
  // It has lanes of its own, and no more than those are waited for.
  expect(receiver.at(dead.path)).toHaveLength(4);
  // What comes meanwhile reaches the others without waiting for it.
  await happens();
  await work();
  await expect.poll(() => receiver.at(alive.path).length).toBe(7);
  expect(receiver.at(dead.path)).toHaveLength(4);
  receiver.answer(dead.path, 204);
  for (const response of waiting) response.end();
  await working;
  expect(receiver.at(dead.path)).toHaveLength(7);
  expect((await find(dead)).waiting).toBe(0);
});

it('tells again what a killed process was about to tell, and nothing more once it is noted', async () => {
  const hook = await make();
  await happens();
  const deaths = await dieBeforeEachStep((step) =>
    dieBefore(step, app, async (db) => {
      // What the one before had taken comes up again.
      app.clock.advance(minuteMs);
      await sender(db);
    }),
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

/** Sends by hand what is due, to names that mean what is said here. */
const sender = (db = app.db, meaning?: string) =>
  webhookSender({
    db,
    clock: app.clock,
    log: createLogger('silent'),
    secrets: webhookSecrets(testSecret),
    allowedOrigins: meaning ? [] : [receiver.origin],
    userAgent: 'test',
    listKeepers: async () => [],
    stopping: () => false,
    ...(meaning && { resolve: async () => [{ address: meaning, family: 4 }] }),
  })();

it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'])(
  'asks nobody where a name means %s, and follows no redirect there',
  async (meaning) => {
    const answer = await send('POST', '', {
      address: 'https://hooks.finalring.dev/',
      events: ['giveaway.drawn'],
    });
    await happens();
    await sender(app.db, meaning);
    expect((await log(answer.json().data)).list[0]).toMatchObject({
      status: 'waiting',
      lastStatus: null,
      lastError: 'The name means a private address',
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

it('takes no more of an answer than its beginning, and waits for no end of it', async () => {
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

it('refuses what is no public address, and more endpoints than there may be', async () => {
  const codeOf = async (address: string) =>
    (await send('POST', '', { address, events: ['giveaway.drawn'] })).json().code;
  for (const address of [
    'http://hooks.finalring.dev/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://metadata.internal/',
    'https://hooks.finalring.dev:8443/',
    'https://me:secret@hooks.finalring.dev/',
    `${receiver.origin.replace('127.0.0.1', '127.0.0.2')}/`,
    'ftp://hooks.finalring.dev/',
  ]) {
    expect([address, await codeOf(address)]).toEqual([address, 'webhook_address_refused']);
  }
  for (let count = 0; count < 20; count++) await make();
  expect(await codeOf('https://hooks.finalring.dev/')).toBe('too_many_webhooks');
});

it('changes what was touched alone, and says of which address only where it is', async () => {
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

it('deletes an endpoint for everybody at once, and its log with what is forgotten', async () => {
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

it('says nothing of one endpoint’s log under another', async () => {
  const [mine, other] = [await make(), await make(['payment.credited'])];
  await happens();
  await work();
  const [sent] = (await log(mine)).list as [WebhookSend];
  expect((await send('GET', `/${other.endpoint._id}/sends/${sent._id}`)).json().code).toBe('not_found');
  expect((await send('POST', `/${other.endpoint._id}/sends/${sent._id}/replay`)).json().code).toBe(
    'not_found',
  );
});
