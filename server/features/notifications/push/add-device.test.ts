// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterEach, describe, expect, it } from 'vitest';
import { maxPushDevices } from '../../../../contract/notification-settings.ts';
import { testSecret } from '../../../../tests/support/app.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { type Person, startPushTest, toInput } from '../../../../tests/support/push.ts';
import { pushKeys } from './push-keys.ts';

const test = openForTests(startPushTest);
afterEach(() => test.forgetJobs());

describe('a push device', () => {
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
  ])('cannot have the address %s', async (endpoint) => {
    const person = await test.player();
    const { keys } = await test.newBrowser((await test.settings(person)).serverKey);
    const answer = await test.add(person, { endpoint, keys });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'push_address_refused']);
  });

  it('is added once, up to a limit that holds under concurrency', { tags: ['long'] }, async () => {
    const person = await test.player();
    const browser = await test.device(person);
    const again = await test.add(person, toInput(browser));
    expect(again.json().data._id).toBe((await test.settings(person)).devices[0]?._id);
    const { serverKey } = await test.settings(person);
    const answers = await Promise.all(
      Array.from({ length: maxPushDevices + 2 }, async () => {
        const token = await test.signIn(person.id);
        return test.add({ ...person, token }, toInput(await test.newBrowser(serverKey)));
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxPushDevices - 1);
    expect(answers.find(({ statusCode }) => statusCode !== 200)?.json().code).toBe('too_many_push_devices');
    expect((await test.settings(person)).devices).toHaveLength(maxPushDevices);
  });

  it('moves to the next player who signs in on it, but not without its keys', async () => {
    const [person, next, stranger] = [await test.player(), await test.player(), await test.player()];
    const browser = await test.device(person);
    const { keys } = await test.newBrowser((await test.settings(person)).serverKey);
    const stolen = await test.add(stranger, { endpoint: browser.endpoint, keys });
    expect([stolen.statusCode, stolen.json().code]).toEqual([409, 'push_address_taken']);
    expect((await test.add(next, toInput(browser))).statusCode).toBe(200);
    expect((await test.settings(person)).devices).toEqual([]);
    await test.win(person);
    await test.win(next);
    await test.runJobs();
    expect(await test.messagesTo(browser)).toHaveLength(1);
  });

  it('belongs to one player when several add the same browser concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => test.player()));
    const [first] = people as [Person];
    const browser = await test.newBrowser((await test.settings(first)).serverKey);
    const answers = await Promise.all(people.map((person) => test.add(person, toInput(browser))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const settings = await Promise.all(people.map((person) => test.settings(person)));
    expect(settings.flatMap(({ devices }) => devices)).toHaveLength(1);
  });

  it('is not added by a session that ends concurrently', async () => {
    const person = await test.player();
    const browser = await test.newBrowser((await test.settings(person)).serverKey);
    const answer = await meanwhile(
      test.db,
      (tx) => tx.run(sql`delete from sessions where player_id = ${person.id}`),
      () => test.add(person, toInput(browser)),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'session_ended']);
  });

  it('can be removed by its player only', async () => {
    const [person, stranger] = [await test.player(), await test.player()];
    await test.device(person);
    const [known] = (await test.settings(person)).devices;
    const remove = ({ token }: Person) =>
      test.call({ method: 'DELETE', url: `/notifications/devices/${known?._id}`, token });
    expect((await remove(stranger)).statusCode).toBe(404);
    expect((await remove(person)).statusCode).toBe(200);
    expect((await remove(person)).statusCode).toBe(404);
    expect((await test.settings(person)).devices).toEqual([]);
  });
});

it('the server keys are made once under concurrency, and the private key is stored encrypted', async () => {
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
