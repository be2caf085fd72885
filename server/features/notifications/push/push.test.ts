import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { maxPushDevices, type NotificationSettings } from '../../../../contract/notification-settings.ts';
import type { Sandbox } from '../../../../sandbox/main.ts';
import type { ReceivedMessage } from '../../../../sandbox/push/subscriptions.ts';
import { startTestSandbox } from '../../../../sandbox/testing/start.ts';
import { startTestApp, type TestApp, testSecret } from '../../../../tests/support/app.ts';
import { dyingDatabase } from '../../../../tests/support/dying-database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { createLogger } from '../../../platform/log.ts';
import { createPushSender } from '../../../providers/web-push/web-push.ts';
import { pushKeys } from './push-keys.ts';
import { type PushJob, pushTask, sendPush } from './send-push.ts';

let sandbox: Sandbox;
let test: TestApp;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  test = await startTestApp({ sandboxUrl: sandbox.url });
});
afterAll(async () => {
  await test.close();
  await sandbox.close();
});
afterEach(async () => {
  await behave('none');
  await test.db.run(sql`delete from graphile_worker._private_jobs`);
});

interface Person {
  id: string;
  token: string;
}

async function player(): Promise<Person> {
  const { id } = await createPlayer(test.db);
  return { id, token: await test.signIn(id) };
}

const sent = async (path: string, method: string, body?: object) => {
  const answer = await fetch(`${sandbox.url}/push${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return answer.json();
};
const behave = (fault: string, options: { times?: number; retryAfterSeconds?: number } = {}) =>
  sent('/faults', 'PUT', { fault, ...options });
const messagesTo = async ({ id }: { id: string }): Promise<ReceivedMessage[]> =>
  (await sent(`/messages?subscription=${id}`, 'GET')) as ReceivedMessage[];

const settings = async ({ token }: Person): Promise<NotificationSettings> =>
  (await test.call({ url: '/notifications/settings', token })).json().data;
const choose = (
  { token }: Person,
  choices: Partial<Pick<NotificationSettings, 'push' | 'mail' | 'quietHours'>>,
) =>
  test.call({
    method: 'PUT',
    url: '/notifications/settings',
    token,
    payload: { push: ['result'], mail: [], quietHours: null, ...choices },
  });
const add = ({ token }: Person, payload: object) =>
  test.call({ method: 'PUT', url: '/notifications/devices', token, payload });

interface Browser {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
async function newBrowser(serverKey: string): Promise<Browser> {
  return (await sent('/subscriptions', 'POST', { serverKey })) as Browser;
}
const toInput = ({ endpoint, keys }: Browser) => ({ endpoint, keys });

/** A browser of theirs that messages go to. */
async function device(person: Person): Promise<Browser> {
  const browser = await newBrowser((await settings(person)).serverKey);
  expect((await add(person, toInput(browser))).statusCode).toBe(200);
  return browser;
}

const won = ({ id }: Person) => ({
  attemptId: randomUUID(),
  playerId: id,
  description: 'Survive the ring',
  status: 'SUCCESS' as const,
  rewardGC: 1_200,
  refundGC: 0,
});
const tell = (name: string, fact: object) => (test.app.tasks[name] as Task)(fact as never);
const win = (person: Person) => tell('challenge.decided', won(person));

interface Job {
  payload: PushJob;
  runAt: Date;
}
const jobs = () =>
  test.db.rows<Job>(sql`
    select payload, run_at from graphile_worker._private_jobs
    where key like ${`${pushTask}:%`} order by id`);
const run = (job: PushJob) => (test.app.tasks[pushTask] as Task)(job as never);
/** Runs what waits; answers what was left. */
async function runJobs(): Promise<Job[]> {
  for (const { payload } of await jobs()) {
    await test.db.run(sql`delete from graphile_worker._private_jobs where key like ${`${pushTask}:%`}`);
    await run(payload);
  }
  return jobs();
}

describe('a message', () => {
  it('gets to every device of its player, and says what happened and nothing of who', async () => {
    const [person, other] = [await player(), await player()];
    const first = await device(person);
    const second = await device({ ...person, token: await test.signIn(person.id) });
    const others = await device(other);
    await win(person);
    expect(await runJobs()).toEqual([]);
    const [message] = await messagesTo(first);
    expect(JSON.parse(message?.text ?? '')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      kind: 'result',
      title: 'You won your challenge',
      body: 'Survive the ring: 1,200 GC are in your wallet.',
      link: '/past-challenges',
    });
    expect(message?.ttlSeconds).toBe(24 * 3_600);
    expect(await messagesTo(second)).toHaveLength(1);
    expect(await messagesTo(others)).toEqual([]);
  });

  it('is sent once, however often its fact is told and its job runs', async () => {
    const person = await player();
    const browser = await device(person);
    const fact = won(person);
    await Promise.all([tell('challenge.decided', fact), tell('challenge.decided', fact)]);
    await tell('challenge.decided', fact);
    const left = await jobs();
    expect(left).toHaveLength(1);
    const [{ payload }] = left as [Job];
    await run(payload);
    await run(payload);
    expect(await messagesTo(browser)).toHaveLength(1);
  });

  it('gets there after a kill at any step, and twice only under one topic', async () => {
    const person = await player();
    const browser = await device(person);
    const log = createLogger('silent');
    const send = createPushSender({ subject: 'mailto:a@b.test', sandboxOrigin: sandbox.url });
    const getKeys = pushKeys({ db: test.db, appSecret: testSecret, configured: undefined });
    for (let killBefore = 1; ; killBefore++) {
      await win(person);
      const [{ payload }] = (await jobs()) as [Job];
      await test.db.run(sql`delete from graphile_worker._private_jobs`);
      const db = dyingDatabase(test.databaseUrl, killBefore, () => Promise.reject(new Error('killed')));
      const ended = await sendPush(payload, { db, clock: test.clock, log, send, getKeys }).then(
        () => true,
        () => false,
      );
      await db.close();
      await run(payload);
      const topic = `n${payload.notificationId}`;
      const got = (await messagesTo(browser)).filter((message) => message.topic === topic);
      expect(got.length, `killed before step ${killBefore}`).toBeGreaterThan(0);
      expect(got.length).toBeLessThanOrEqual(ended ? 1 : 2);
      if (ended) return;
    }
  });

  it('waits for the end of quiet hours, and is not sent when it was seen by then', async () => {
    const person = await player();
    const browser = await device(person);
    const now = test.clock.now();
    const at = (hours: number) => `${String((now.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    await choose(person, { quietHours: { from: at(-1), until: at(2), timeZone: 'UTC' } });
    await win(person);
    await win(person);
    await tell('event.rewarded', {
      rewardId: randomUUID(),
      playerId: person.id,
      title: 'X',
      amount: 1,
      currency: 'GC',
    });
    const held = await runJobs();
    expect(held).toHaveLength(1);
    await win(person);
    const both = [...held, ...(await runJobs())];
    expect(await messagesTo(browser)).toEqual([]);
    const end = new Date(Math.ceil((now.getTime() + 1) / 3_600_000) * 3_600_000 + 3_600_000);
    expect(both.map(({ runAt }) => runAt.getTime())).toEqual(both.map(() => end.getTime()));

    test.clock.advance(end.getTime() - now.getTime());
    const [first, last] = both as [Job, Job];
    await test.call({
      method: 'POST',
      url: '/notifications/read',
      token: person.token,
      payload: { upTo: first.payload.notificationId },
    });
    await run(first.payload);
    expect(await messagesTo(browser)).toEqual([]);
    await run(last.payload);
    expect(await messagesTo(browser)).toHaveLength(1);
  });

  it('that waits is decided about again when the quiet hours are changed', async () => {
    const person = await player();
    const browser = await device(person);
    const other = await player();
    await device(other);
    const now = test.clock.now();
    const at = (hours: number) => `${String((now.getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    const hours = (until: number) => ({
      quietHours: { from: at(-1), until: at(until), timeZone: 'UTC' },
    });
    const due = async () => (await jobs()).map(({ runAt }) => runAt.getTime() <= Date.now());
    for (const one of [person, other]) {
      await choose(one, hours(6));
      await win(one);
    }
    for (const { payload } of await jobs()) {
      await test.db.run(sql`
        delete from graphile_worker._private_jobs where key = ${`${pushTask}:${payload.notificationId}`}`);
      await run(payload);
    }
    expect(await due()).toEqual([false, false]);
    // Nothing changes where the hours stay as they are.
    await choose(person, { ...hours(6), push: ['result', 'restock'] });
    expect(await due()).toEqual([false, false]);

    await choose(person, hours(3));
    expect((await due()).sort()).toEqual([false, true]);
    const [held] = (await jobs()).filter(({ runAt }) => runAt.getTime() <= Date.now());
    await run((held as Job).payload);
    expect(await messagesTo(browser)).toEqual([]);
    expect((await jobs()).every(({ runAt }) => runAt.getTime() > now.getTime())).toBe(true);

    await choose(person, { quietHours: null });
    const [freed] = (await jobs()).filter(({ runAt }) => runAt.getTime() <= Date.now());
    await run((freed as Job).payload);
    expect(await messagesTo(browser)).toHaveLength(1);
  });

  it('is of no kind that was turned off, before or meanwhile', async () => {
    const person = await player();
    const browser = await device(person);
    await win(person);
    await choose(person, { push: ['restock'] });
    await runJobs();
    await win(person);
    expect(await jobs()).toEqual([]);
    expect(await messagesTo(browser)).toEqual([]);
  });

  it.each([
    ['is signed out', ({ token }: Person) => test.call({ method: 'POST', url: '/auth/logout', token })],
    [
      'turned everything off',
      ({ token }: Person) => test.call({ method: 'POST', url: '/notifications/silence', token }),
    ],
    [
      'is suspended',
      ({ id }: Person) => test.db.run(sql`update players set suspended_at = now() where id = ${id}`),
    ],
    [
      'deleted the account',
      ({ token }: Person) =>
        test.call({
          method: 'POST',
          url: '/auth/delete-account',
          token,
          payload: { confirmation: 'DELETE' },
        }),
    ],
  ])('goes to nobody who %s', async (_what, leave) => {
    const person = await player();
    const browser = await device(person);
    await win(person);
    const [{ payload }] = (await jobs()) as [Job];
    await leave(person);
    await run(payload);
    expect(await messagesTo(browser)).toEqual([]);
  });
});

describe('a push service', () => {
  it('that knows a device no more has it removed; the others get theirs', async () => {
    const person = await player();
    const gone = await device(person);
    const other = await device({ ...person, token: await test.signIn(person.id) });
    await sent(`/subscriptions/${gone.id}`, 'DELETE');
    await win(person);
    expect(await runJobs()).toEqual([]);
    expect(await messagesTo(other)).toHaveLength(1);
    expect((await settings(person)).devices).toHaveLength(1);
  });

  it.each(['busy', 'broken', 'lost'])('that is %s is asked again, and the device gets it', async (fault) => {
    const person = await player();
    const browser = await device(person);
    await win(person);
    const [{ payload }] = (await jobs()) as [Job];
    await behave(fault, { times: 1 });
    await expect(run(payload)).rejects.toThrow('1 of 1 devices');
    await run(payload);
    expect(new Set((await messagesTo(browser)).map(({ topic }) => topic)).size).toBe(1);
  });

  it('says when to ask again, within an hour, and not once nobody wants to hear of it', async () => {
    const person = await player();
    const browser = await device(person);
    await win(person);
    await behave('busy', { times: 1, retryAfterSeconds: 86_400 });
    const [{ payload, runAt }] = (await runJobs()) as [Job];
    expect(runAt.getTime()).toBe(test.clock.now().getTime() + 3_600_000);
    test.clock.advance(24 * 3_600_000);
    await run(payload);
    expect(await messagesTo(browser)).toEqual([]);
  });

  it('that refuses a message is not asked again', async () => {
    const person = await player();
    const browser = await device(person);
    await win(person);
    await behave('refuse', { times: 1 });
    const [{ payload }] = (await jobs()) as [Job];
    await run(payload);
    await run(payload);
    expect(await messagesTo(browser)).toEqual([]);
    expect((await settings(person)).devices).toHaveLength(1);
  });
});

describe('a device', () => {
  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/push',
    'https://[::ffff:10.0.0.1]/push',
    'https://2130706433/push',
    'https://0x7f.1/push',
    'https://localhost/push',
    'https://metadata.google.internal/',
    'https://router/push',
    'https://push.example.com:8443/push',
    'https://user:secret@push.example.com/push',
    'http://push.example.com/push',
    'http://127.0.0.1:1/push',
    'ftp://push.example.com/push',
    'javascript:alert(1)',
  ])('is not at %s', async (endpoint) => {
    const person = await player();
    const { keys } = await newBrowser((await settings(person)).serverKey);
    const answer = await add(person, { endpoint, keys });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'push_address_refused']);
  });

  it('is added once, and there are so many at most, also where all come at once', async () => {
    const person = await player();
    const browser = await device(person);
    const again = await add(person, toInput(browser));
    expect(again.json().data._id).toBe((await settings(person)).devices[0]?._id);
    const { serverKey } = await settings(person);
    const answers = await Promise.all(
      Array.from({ length: maxPushDevices + 2 }, async () => {
        const token = await test.signIn(person.id);
        return add({ ...person, token }, toInput(await newBrowser(serverKey)));
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxPushDevices - 1);
    expect(answers.find(({ statusCode }) => statusCode !== 200)?.json().code).toBe('too_many_push_devices');
    expect((await settings(person)).devices).toHaveLength(maxPushDevices);
  });

  it('goes to the player who signs in on it, and to nobody who only knows its address', async () => {
    const [person, next, stranger] = [await player(), await player(), await player()];
    const browser = await device(person);
    const { keys } = await newBrowser((await settings(person)).serverKey);
    const stolen = await add(stranger, { endpoint: browser.endpoint, keys });
    expect([stolen.statusCode, stolen.json().code]).toEqual([409, 'push_address_taken']);
    expect((await add(next, toInput(browser))).statusCode).toBe(200);
    expect((await settings(person)).devices).toEqual([]);
    await win(person);
    await win(next);
    await runJobs();
    expect(await messagesTo(browser)).toHaveLength(1);
  });

  it('is removed by its player, and by nobody else', async () => {
    const [person, stranger] = [await player(), await player()];
    await device(person);
    const [known] = (await settings(person)).devices;
    const remove = ({ token }: Person) =>
      test.call({ method: 'DELETE', url: `/notifications/devices/${known?._id}`, token });
    expect((await remove(stranger)).statusCode).toBe(404);
    expect((await remove(person)).statusCode).toBe(200);
    expect((await remove(person)).statusCode).toBe(404);
    expect((await settings(person)).devices).toEqual([]);
  });
});

describe('the settings', () => {
  it('are what was chosen, in order, and everything on devices where nothing was', async () => {
    const person = await player();
    const before = await settings(person);
    expect(before).toMatchObject({ mail: [], quietHours: null, devices: [] });
    expect(before.push).toEqual(['result', 'gift_card', 'giveaway', 'streak', 'restock', 'friend']);
    const quietHours = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
    await choose(person, { push: ['restock', 'result'], quietHours });
    expect(await settings(person)).toMatchObject({ push: ['result', 'restock'], quietHours });
  });

  it.each([
    ['an unknown kind', { push: ['spam'] }],
    ['an unknown time zone', { quietHours: { from: '22:00', until: '07:00', timeZone: 'Mars/Olympus' } }],
    ['no such time', { quietHours: { from: '24:00', until: '07:00', timeZone: 'UTC' } }],
    ['quiet hours without an end', { quietHours: { from: '22:00', until: '22:00', timeZone: 'UTC' } }],
  ])('take no %s', async (_what, choices) => {
    expect((await choose(await player(), choices as never)).statusCode).toBe(400);
  });

  it('take mail only with a verified address', async () => {
    const person = await player();
    await test.db.run(sql`update players set is_verified = false where id = ${person.id}`);
    expect((await choose(person, { mail: ['result'] })).json().code).toBe('mail_needs_verified_email');
  });
});

it('makes the keys once, also where two need them at once, and keeps the private one sealed', async () => {
  await test.db.run(sql`delete from push_keys`);
  const made = await Promise.all(
    [1, 2, 3].map(() => pushKeys({ db: test.db, appSecret: testSecret, configured: undefined })()),
  );
  expect(new Set(made.map(({ privateKey }) => privateKey)).size).toBe(1);
  const row = await test.db.row<{ text: string }>(sql`select k::text as text from push_keys k`);
  const bytes = Buffer.from(made[0]?.privateKey ?? '', 'base64url');
  expect(row?.text).toContain(made[0]?.publicKey);
  expect(row?.text).not.toContain(bytes.toString('hex'));
});
