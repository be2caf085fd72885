// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message } from '../../../../sandbox/inbox/messages.ts';
import type { Sandbox } from '../../../../sandbox/main.ts';
import { startTestSandbox } from '../../../../sandbox/testing/start.ts';
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { digestTask, gatherTask } from './send-digest.ts';

let sandbox: Sandbox;
let test: TestApp;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  const mail = { smtpUrl: sandbox.smtpUrl, from: 'no-reply@play.test' };
  test = await startTestApp({ config: { mail, publicUrl: 'https://play.test' } });
});
afterAll(async () => {
  await test.close();
  await sandbox.close();
});

interface Reader {
  id: string;
  email: string;
  token: string;
}
const run = (task: string, payload: object) => (test.app.tasks[task] as Task)(payload as never);
const win = ({ id }: Reader) =>
  run('challenge.decided', {
    attemptId: randomUUID(),
    playerId: id,
    description: 'Survive the ring',
    status: 'SUCCESS',
    rewardGC: 1_200,
    refundGC: 0,
  });

async function reader(mail: string[] = ['result']): Promise<Reader> {
  const { id, email } = await createPlayer(test.db);
  const token = await test.signIn(id);
  const payload = { push: [], mail, quietHours: null };
  const { statusCode } = await test.call({ method: 'PUT', url: '/notifications/settings', token, payload });
  expect(statusCode).toBe(200);
  return { id, email, token };
}
/** Gathers and sends everyone's mail. */
async function afternoon(): Promise<void> {
  await run(gatherTask, {});
  const jobs = await test.db.rows<{ payload: object }>(sql`
    delete from graphile_worker._private_jobs where key like ${`${digestTask}:%`} returning payload`);
  for (const { payload } of jobs) await run(digestTask, payload);
}
async function mailTo({ email }: Reader): Promise<Message[]> {
  const listed = (await (await fetch(`${sandbox.url}/inbox/messages?to=${email}`)).json()) as Message[];
  return Promise.all(
    listed.map(
      async ({ id }) => (await fetch(`${sandbox.url}/inbox/messages/${id}`)).json() as Promise<Message>,
    ),
  );
}
const getPath = ({ raw }: Message) =>
  /List-Unsubscribe: <https:\/\/play\.test\/api\/v1([^>]+)>/.exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
const press = (url: string) =>
  test.call({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

it('sends what is new in one mail a day, and nothing without news', { tags: ['long'] }, async () => {
  const [player, quiet, seen] = [await reader(), await reader(['restock']), await reader()];
  for (const one of [player, player, quiet, seen]) await win(one);
  const payload = { upTo: '999999999999' };
  await test.call({ method: 'POST', url: '/notifications/read', token: seen.token, payload });
  await afternoon();
  await afternoon();
  const [message, ...more] = await mailTo(player);
  expect(more).toEqual([]);
  expect(message).toMatchObject({ subject: '2 new notifications' });
  expect(message?.text).toContain('You won your challenge. Survive the ring: 1,200 GC are in your wallet.');
  expect([await mailTo(quiet), await mailTo(seen)]).toEqual([[], []]);

  await win(player);
  await afternoon();
  expect(await mailTo(player), 'not twice on a day').toHaveLength(1);
  test.clock.advance(24 * 3_600_000);
  await win(player);
  await afternoon();
  expect(await mailTo(player)).toHaveLength(2);
});

it('sends news that came right after a mail on the next day, once', { tags: ['long'] }, async () => {
  const player = await reader();
  await win(player);
  await afternoon();
  test.clock.advance(10 * 60_000);
  await win(player);
  test.clock.advance(24 * 3_600_000 - 10 * 60_000);
  await afternoon();
  expect((await mailTo(player)).map(({ subject }) => subject)).toEqual([
    'You won your challenge',
    'You won your challenge',
  ]);
  test.clock.advance(24 * 3_600_000);
  await afternoon();
  expect(await mailTo(player)).toHaveLength(2);
});

it('remembers that the mail server permanently rejects an address', { tags: ['long'] }, async () => {
  const player = await reader();
  await win(player);
  await fetch(`${sandbox.url}/inbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'reject', times: 1 }),
  });
  await afternoon();
  const { data } = (await test.call({ url: '/auth/get-profile', token: player.token })).json();
  expect(data.isMailRefused).toBe(true);
});

it('skips unverified addresses and suspended players', async () => {
  const [unverified, suspended] = [await reader(), await reader()];
  for (const one of [unverified, suspended]) await win(one);
  await test.db.run(sql`update players set is_verified = false where id = ${unverified.id}`);
  await test.db.run(sql`update players set suspended_at = now() where id = ${suspended.id}`);
  await afternoon();
  expect([await mailTo(unverified), await mailTo(suspended)]).toEqual([[], []]);
});

it('unsubscribes one reader by a signed-out POST, and never by opening the address', {
  tags: ['long'],
}, async () => {
  const [player, other] = [await reader(), await reader()];
  for (const one of [player, other]) await win(one);
  await afternoon();
  const [message] = (await mailTo(player)) as [Message];
  expect(message.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const path = getPath(message);
  const mails = async ({ token }: Reader) =>
    (await test.call({ url: '/notifications/settings', token })).json().data.mail;

  expect((await test.call({ url: path })).statusCode).toBe(302);
  expect(await mails(player)).toEqual(['result']);
  expect((await press(path)).statusCode).toBe(200);
  expect((await press(path)).statusCode).toBe(200);
  expect([await mails(player), await mails(other)]).toEqual([[], ['result']]);
  // The encoding that RFC 8058 prefers.
  const form = await test.call({
    method: 'POST',
    url: getPath((await mailTo(other))[0] as Message),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  });
  expect([form.statusCode, await mails(other)]).toEqual([200, []]);
  const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
  expect((await press(forged)).statusCode).toBe(404);
});
