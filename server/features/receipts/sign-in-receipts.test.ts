// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { receiptsTest } from '../../../tests/support/receipts.ts';

const mails = receiptsTest();
const { newAddress, getInbox, mailTo, idle, tell } = mails;
const at = '2026-12-24T18:00:00.000Z';

it('notifies every verified address of the account about a new sign-in method', {
  tags: ['long'],
}, async () => {
  const [email, discord, unverified] = [newAddress(), newAddress(), newAddress()];
  const { id } = await mails.shop.shopper({ email });
  const { db } = mails.shop.test;
  await db.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified) values
      ('discord', ${`told ${id}`}, ${id}, ${discord}, true), ('google', ${`told ${id}`}, ${id}, ${unverified}, false)`);
  await tell('player.sign-in-changed', {
    ...{ playerId: id, what: 'added', provider: 'google', changeId: null, at },
  });
  for (const address of [email, discord]) {
    const [message] = await mailTo(address);
    expect(message).toMatchObject({ subject: 'Google can now sign in to your account' });
    for (const part of ['24 Dec 2026', 'https://play.test/profile']) expect(message?.text).toContain(part);
  }
  await idle();
  expect(await getInbox(unverified)).toEqual([]);
});

it('notifies the old and the new address about the change', async () => {
  const [former, email] = [newAddress(), newAddress()];
  const { id } = await mails.shop.shopper({ email });
  const { changeId } = await mails.shop.test.db.one<{ changeId: string }>(sql`
    insert into admin_changes (actor_id, action, subject, before, after)
    values (${id}, 'sign-in.address-followed', ${`user:${id}`}, ${JSON.stringify({ email: former })},
      ${JSON.stringify({ email })}) returning id::text as change_id`);
  await tell('player.sign-in-changed', {
    ...{ playerId: id, what: 'address-followed', provider: 'discord', changeId, at },
  });
  const ids = new Set<string>();
  for (const address of [former, email]) {
    const [message] = await mailTo(address);
    expect(message).toMatchObject({ subject: 'Your e-mail address changed' });
    ids.add(String(message?.messageId));
    // Neither mail reveals the other address.
    expect(message?.text).not.toContain('@shop');
    expect(message?.text).not.toContain(address === former ? email : former);
  }
  expect(ids.size).toBe(2);
});
