// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect } from 'vitest';
import { askExport, makeExports, takeExport } from '../support/data-export.ts';
import { handleOf } from '../support/factories.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { patient } from '../support/patience.ts';
import { line, type Shopper, startShopTest } from '../support/shop.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const shop = openForTests(() => startShopTest({ log: journal.log }));
let victim: Shopper;
let thief: Shopper;
beforeAll(async () => {
  victim = await shop.shopper({ name: 'Vera Victim', email: 'vera@victim.test' });
  thief = await shop.shopper();
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, by = thief) =>
  shop.test.call({ method, url, token: by.token, key: randomUUID(), ...(payload && { payload }) });

async function bought(code: string): Promise<string> {
  const { data } = await shop.checkout(victim, [line(await shop.card({ codes: [code] }))]);
  return data.purchases[0]?._id ?? '';
}

attack('8.2.2', "read the code of somebody else's gift card", async () => {
  const id = await bought('VICTIM-CODE-0001');
  const answer = await send('POST', `/gift-card/purchases/${id}/reveal`);
  expect(answer.body).not.toContain('VICTIM-CODE');
  return journal.refused(answer, 'not_found');
});

attack('8.2.2', "read the code of somebody else's gift card under its id in capital letters", async () => {
  const id = await bought('VICTIM-CODE-0002');
  return journal.refused(await send('POST', `/gift-card/purchases/${id.toUpperCase()}/reveal`), 'not_found');
});

attack('8.2.2', "replace somebody else's code as a player", async () => {
  const id = await bought('VICTIM-CODE-0003');
  const answer = await send('POST', `/gift-card/purchases/${id}/replace`, { reason: 'give it to me' });
  return journal.refused(answer, 'forbidden');
});

attack('15.3.1', "find codes in lists, notifications or one's data export", async () => {
  await bought('VICTIM-CODE-0004');
  for (const url of ['/gift-card/get', '/notifications', '/transaction/history']) {
    expect((await send('GET', url)).body).not.toContain('VICTIM-CODE');
  }
  const files = await takeExport(shop.test, thief.token);
  expect([...files.values()].join()).not.toContain('VICTIM-CODE');
  return 'none stands there';
});

attack('8.2.2', "export somebody else's data", async () => {
  const answer = await send(
    'GET',
    `/auth/export?playerId=${victim.id}&_id=${victim.id}&email=vera@victim.test`,
  );
  expect(answer.body).not.toMatch(/vera@victim|Vera Victim/);
  return 'everybody gets only their own';
});

async function exportOfVictim(): Promise<string> {
  const { _id } = (await askExport(shop.test, victim.token)).json().data;
  await makeExports(shop.test);
  return `/auth/export/${_id}/archive`;
}

attack('8.2.2', "download somebody else's data export by its link", async () => {
  const url = await exportOfVictim();
  await journal.refused(
    await send(
      'GET',
      url.toUpperCase().replace('/AUTH/EXPORT', '/auth/export').replace('ARCHIVE', 'archive'),
    ),
    'not_found',
  );
  return journal.refused(await send('GET', url), 'not_found');
});

attack('14.2.1', 'download a data export while signed out', async () => {
  const url = await exportOfVictim();
  const answer = await shop.test.call({ url: `${url}?token=${victim.token}&authToken=${victim.token}` });
  return journal.refused(answer, 'not_signed_in');
});

attack('15.3.1', 'request data exports without limit', async () => {
  const asked = await Promise.all([1, 2, 3, 4, 5].map(() => askExport(shop.test, thief.token)));
  expect(new Set(asked.map((answer) => answer.json().data?._id)).size).toBe(1);
  let answer = asked[0];
  for (let tries = 0; tries < 5 && answer?.statusCode === 200; tries++) {
    await makeExports(shop.test);
    answer = await askExport(shop.test, thief.token);
  }
  if (!answer) throw new Error('nothing was asked');
  return journal.refused(answer, 'too_many_exports');
});

attack('8.2.2', "delete somebody else's account by naming it", async () => {
  const answer = await shop.test.call({
    method: 'POST',
    url: '/auth/delete-account',
    payload: { confirmation: 'DELETE', playerId: victim.id, _id: victim.id },
  });
  expect((await send('GET', '/auth/get-profile', undefined, victim)).statusCode).toBe(200);
  return journal.refused(answer, 'not_signed_in');
});

attack('8.2.2', "mark somebody else's notifications as read", async () => {
  await shop.test.db
    .run(sql`
    insert into notifications (player_id, type, title, body) values (${victim.id}, 'result', 'News', 'News')`)
    .catch(() => {});
  const unread = async () => (await send('GET', '/notifications', undefined, victim)).json().unread;
  const before = await unread();
  expect((await send('POST', '/notifications/read', { upTo: '999999999' })).statusCode).toBe(200);
  expect(await unread()).toBe(before);
  return 'only one’s own are read';
});

attack('8.2.2', "remove somebody else's device", async () => {
  return journal.refused(await send('DELETE', `/notifications/devices/${randomUUID()}`), 'not_found');
});

attack('8.2.2', "open, change or delete somebody else's saved view", async () => {
  const admin = await shop.shopper({ role: 'ADMIN' });
  const view = { list: 'users', name: 'Mine', isShared: false, query: '' };
  const { data } = (await send('POST', '/saved-views', view, admin)).json();
  const other = await shop.shopper({ role: 'ADMIN' });
  expect((await send('GET', '/saved-views', undefined, other)).body).not.toContain(data._id);
  const change = { name: 'Yours', isShared: true, query: '' };
  await journal.refused(await send('PUT', `/saved-views/${data._id}`, change, other), 'not_found');
  return journal.refused(await send('DELETE', `/saved-views/${data._id}`, undefined, other), 'not_found');
});

attack('8.2.2', "accept somebody else's friend request", async () => {
  const asker = await shop.shopper();
  await send('POST', '/friends/requests', { handle: await handleOf(shop.test.db, victim) }, asker);
  const answer = await send('POST', `/friends/requests/${asker.id}/accept`);
  expect((await send('GET', '/friends')).json().data.friends).toEqual([]);
  return journal.refused(answer, 'not_found');
});

attack('15.3.1', "learn a player's name or email address from their handle", async () => {
  const handle = await handleOf(shop.test.db, victim);
  const asked = await send('POST', '/friends/requests', { handle });
  const checked = await send('GET', `/auth/handle/check?handle=${handle}`);
  for (const { body } of [asked, checked, await send('GET', '/friends'), await send('GET', '/leaderboard')]) {
    expect(body).not.toMatch(/vera@victim|Vera Victim/);
  }
  return 'others see handles alone';
});

attack('2.3.2', 'befriend oneself', async () => {
  const handle = await handleOf(shop.test.db, thief);
  return journal.refused(await send('POST', '/friends/requests', { handle }), 'friend_is_self');
});

attack('8.2.2', 'unsubscribe others with an invented link', async () => {
  const answer = await shop.test.call({
    method: 'POST',
    url: `/notifications/unsubscribe/${'A'.repeat(48)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  return journal.refused(answer, 'not_found');
});

attack('8.2.2', 'read a shared receipt by guessing its address', async () => {
  return journal.refused(await shop.test.call({ url: `/challenge/shared/${randomUUID()}` }), 'not_found');
});

attack('16.5.1', "distinguish somebody else's object from a missing one", async () => {
  const id = await bought('VICTIM-CODE-0005');
  const reveal = (at: string) => send('POST', `/gift-card/purchases/${at}/reveal`);
  const [theirs, nobodys] = [await reveal(id), await reveal(randomUUID())];
  expect(theirs.body).toBe(nobodys.body);
  return journal.refused(theirs, 'not_found');
});

attack('16.5.1', "distinguish somebody else's object from a missing one by response time", async () => {
  const id = await bought('VICTIM-CODE-0006');
  const took: Record<'theirs' | 'nobodys', number[]> = { theirs: [], nobodys: [] };
  for (let round = 0; round < 30; round++) {
    for (const whose of ['theirs', 'nobodys'] as const) {
      const began = performance.now();
      await send('POST', `/gift-card/purchases/${whose === 'theirs' ? id : randomUUID()}/reveal`);
      took[whose].push(performance.now() - began);
    }
  }
  // Other tests on the machine can only add time, so the fastest calls of each kind show what the call itself takes.
  const quick = (times: number[]) => times.toSorted((a, b) => a - b)[3] ?? 0;
  // Looking at the code would take longer than this.
  expect(Math.abs(quick(took.theirs) - quick(took.nobodys))).toBeLessThan(patient(10));
  return 'the same statement either way; no difference above 10 ms';
});

attack('14.3.2', 'find private data in a cache', async () => {
  for (const url of ['/auth/get-profile', '/auth/export', '/transaction/history']) {
    const answer = await send('GET', url, undefined, victim);
    expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store']);
  }
  return 'answers say no-store';
});
