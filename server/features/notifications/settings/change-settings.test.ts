// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { startPushTest } from '../../../../tests/support/push.ts';

const test = openForTests(startPushTest);

describe('the notification settings', () => {
  it('are returned in order, and default to every kind on devices', async () => {
    const person = await test.player();
    const before = await test.settings(person);
    expect(before).toMatchObject({ mail: [], quietHours: null, devices: [] });
    expect(before.push).toEqual(['result', 'gift_card', 'giveaway', 'streak', 'restock', 'friend']);
    const quietHours = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
    await test.choose(person, { push: ['restock', 'result'], quietHours });
    expect(await test.settings(person)).toMatchObject({ push: ['result', 'restock'], quietHours });
  });

  it.each([
    ['an unknown kind', { push: ['spam'] }],
    ['an unknown time zone', { quietHours: { from: '22:00', until: '07:00', timeZone: 'Mars/Olympus' } }],
    ['no such time', { quietHours: { from: '24:00', until: '07:00', timeZone: 'UTC' } }],
    ['quiet hours without an end', { quietHours: { from: '22:00', until: '22:00', timeZone: 'UTC' } }],
  ])('refuse %s', async (_what, choices) => {
    expect((await test.choose(await test.player(), choices as never)).statusCode).toBe(400);
  });

  it('refuse mail without a verified address', async () => {
    const person = await test.player();
    await test.db.run(sql`update players set is_verified = false where id = ${person.id}`);
    expect((await test.choose(person, { mail: ['result'] })).json().code).toBe('mail_needs_verified_email');
  });
});
