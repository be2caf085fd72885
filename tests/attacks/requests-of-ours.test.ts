// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect } from 'vitest';
import { maxPushDevices } from '../../contract/notification-settings.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { type Person, startPushTest, toInput } from '../support/push.ts';
import { attack, keepJournal, untilTooMany } from './attack.ts';

const journal = keepJournal();
const test = openForTests(() => startPushTest(journal.log));
let person: Person;
beforeAll(async () => {
  person = await test.player();
});

/** Expects that the server never calls these addresses. */
async function isNoDevice(...endpoints: string[]): Promise<string> {
  let refusal = '';
  for (const endpoint of endpoints) {
    const { keys } = await test.newBrowser((await test.settings(person)).serverKey);
    refusal = await journal.refused(await test.add(person, { endpoint, keys }), 'push_address_refused');
  }
  return refusal;
}

attack('1.3.6', 'make the server call the cloud metadata address', () =>
  isNoDevice('https://169.254.169.254/latest/meta-data', 'https://metadata.google.internal/'),
);

attack('1.3.6', 'make the server call itself', () =>
  isNoDevice('https://localhost/push', 'https://127.0.0.1/push', 'https://[::1]/push'),
);

attack('1.5.3', 'make the server call itself under other spellings of its address', () =>
  isNoDevice('https://2130706433/push', 'https://0x7f.1/push', 'https://[::ffff:127.0.0.1]/push'),
);

attack('1.3.6', 'make the server scan its network', () =>
  isNoDevice(
    'https://10.0.0.1/push',
    'https://192.168.1.1/push',
    'https://router/push',
    'https://push.example.com:8443/push',
  ),
);

attack('1.2.2', 'make the server use another protocol or send credentials', () =>
  isNoDevice(
    'http://push.example.com/push',
    'ftp://push.example.com/push',
    'javascript:alert(1)',
    'https://user:secret@push.example.com/push',
  ),
);

attack('8.2.2', "receive somebody else's push messages", async () => {
  const browser = await test.device(await test.player());
  const { keys } = await test.newBrowser((await test.settings(person)).serverKey);
  const answer = await test.add(person, { endpoint: browser.endpoint, keys });
  return journal.refused(answer, 'push_address_taken');
});

attack('2.3.2', 'exceed the device limit by adding devices concurrently', async () => {
  const many = await test.player();
  const { serverKey } = await test.settings(many);
  const answers = await Promise.all(
    Array.from({ length: maxPushDevices + 3 }, async () => {
      const token = await test.signIn(many.id);
      return test.add({ ...many, token }, toInput(await test.newBrowser(serverKey)));
    }),
  );
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(3);
  for (const answer of refused) await journal.refused(answer, 'too_many_push_devices');
  return `${maxPushDevices} devices, then 409 too_many_push_devices, logged`;
});

attack('1.3.11', 'have mail sent to an unverified address', async () => {
  const unproved = await test.player();
  await test.db.run(sql`update players set is_verified = false where id = ${unproved.id}`);
  const answer = await test.call({
    method: 'PUT',
    url: '/notifications/settings',
    token: unproved.token,
    payload: { push: [], mail: ['result'], quietHours: null },
  });
  return journal.refused(answer, 'mail_needs_verified_email');
});

attack('2.4.1', 'add devices without limit', async () => {
  const busy = await test.player();
  const payload = { endpoint: 'https://localhost/x', keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } };
  return untilTooMany(() => test.add(busy, payload), 30);
});

attack('2.4.1', 'enumerate handles', async () => {
  const { token } = await test.player();
  const guess = () => `/auth/handle/check?handle=Guess${randomUUID().slice(0, 6)}`;
  return untilTooMany(() => test.call({ url: guess(), token }), 40);
});

attack('2.4.1', 'enumerate invitation codes', async () => {
  const guess = () => `/referrals/invitations/${randomUUID().slice(0, 8).toUpperCase()}`;
  return untilTooMany(() => test.call({ url: guess(), remoteAddress: '203.0.113.4' }), 60);
});
