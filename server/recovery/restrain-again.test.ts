// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import sql, { type Sql } from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startLostShop } from '../../tests/support/lost-shop.ts';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { noteInJournal, putBack as putBackIn } from '../../tests/support/restored.ts';
import { line } from '../../tests/support/shop.ts';
import { listChangedWebhooks } from '../features/outgoing-webhooks/feature.ts';
import { findPauseEnd } from '../features/responsible-play/feature.ts';
import type { Database } from '../platform/db/database.ts';
import { checkJournal } from './check-journal.ts';

const lost = openForTests(() => startLostShop('restrain-again'));
let db: Database;
beforeAll(async () => {
  db = lost.shop.test.db;
});
beforeEach(() => db.run(sql`delete from graphile_worker._private_jobs`));

const note = () => noteInJournal(lost.shop.test);
const putBack = (statement: Sql) => putBackIn(db, statement);

/** A start is refused, a reconcile repeats `again` once, and then a start succeeds. */
async function expectAgain(again: object): Promise<void> {
  await expect(checkJournal(db, lost.journal)).rejects.toThrow('older than its journal');
  expect((await lost.reconcile()).carriedOut).toMatchObject(again);
  await checkJournal(db, lost.journal);
  const nothing = { paused: [], limit: [], webhook: [], declined: [], 'sent-elsewhere': [] };
  expect((await lost.reconcile()).carriedOut).toMatchObject(nothing);
}

it('restores play pauses until the latest one ends', async () => {
  const { shop } = lost;
  const player = await shop.shopper();
  const pausedUntil = () => findPauseEnd(db, player.id, shop.test.clock.now());
  const pause = { method: 'POST', url: '/play/pause', payload: { lasts: '7-days' } } as const;
  expect((await shop.test.call({ ...pause, token: player.token })).statusCode).toBe(200);
  const until = await pausedUntil();
  expect(await note()).toEqual([
    { kind: 'paused', playerId: player.id, until: expect.any(String), changedAt: expect.any(String) },
  ]);
  await checkJournal(db, lost.journal);
  await putBack(sql`delete from play_pauses where player_id = ${player.id}`);
  expect(await pausedUntil()).toBeNull();
  await expectAgain({ paused: [player.id] });
  expect(await pausedUntil()).toEqual(until);
  // An expired pause, and the pause of an erased player, do not refuse a start.
  await putBack(sql`delete from play_pauses where player_id = ${player.id}`);
  await db.run(sql`update players set deleted_at = now(), erased_at = now() where id = ${player.id}`);
  await checkJournal(db, lost.journal);
  await db.run(sql`update players set deleted_at = null, erased_at = null where id = ${player.id}`);
  shop.test.clock.advance(8 * 86_400_000);
  expect((await lost.reconcile()).carriedOut.paused).toEqual([]);
  await db.run(sql`
    insert into play_pauses (player_id, began_at, until_at) values (${player.id}, now(), now() + interval '9 days')`);
});

it('restores limits a player tightened, with their pending increases, but no loosened limits', async () => {
  const { shop } = lost;
  const player = await shop.shopper();
  const set = async (amount: number | null, period = 'day') => {
    const url = '/play/limits';
    const payload = { kind: 'payment', period, amount };
    const answer = await shop.test.call({ method: 'PUT', url, token: player.token, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const limits = () =>
    db.rows(sql`
      select period, amount, next_amount from spending_limits where player_id = ${player.id} order by period`);
  await set(500);
  await set(900, 'week');
  await set(200);
  await set(800);
  const entries = await note();
  expect(entries).toHaveLength(4);
  expect(entries.at(-1)).toMatchObject({
    ...{ kind: 'limit', playerId: player.id, spends: 'payment', period: 'day', amount: 200, nextAmount: 800 },
    nextAt: expect.any(String),
  });
  await checkJournal(db, lost.journal);
  await putBack(sql`
    update spending_limits set amount = case period when 'day' then 500 else 100 end, next_amount = null, next_at = null
    where player_id = ${player.id}`);
  await expectAgain({ limit: [player.id] });
  expect(await limits()).toEqual([
    { period: 'day', amount: 200, nextAmount: 800 },
    { period: 'week', amount: 100, nextAmount: null },
  ]);
});

it('removes and disables webhooks again, and keeps webhooks enabled since', async () => {
  const add = async () =>
    (
      await db.one<{ id: string }>(sql`
        insert into webhook_endpoints (address, description, events, created_at)
        values ('https://h.example', '', '{payment.credited}', now()) returning id`)
    ).id;
  const [removed, off, on] = [await add(), await add(), await add()];
  const turn = (id: string, isOff: boolean) =>
    db.run(sql`
      update webhook_endpoints set off_since = case when ${isOff} then now() end,
        off_reason = case when ${isOff} then 'by_hand' end where id = ${id}`);
  await turn(off, true);
  await turn(on, true);
  await turn(on, false);
  await db.run(sql`
    update webhook_endpoints set deleted_at = now(), off_since = now(), off_reason = 'by_hand' where id = ${removed}`);
  expect(await note()).toHaveLength(4);
  await checkJournal(db, lost.journal);
  await putBack(sql`update webhook_endpoints set deleted_at = null, off_since = null, off_reason = null`);
  await expectAgain({ webhook: expect.arrayContaining([removed, off]) });
  expect(
    await db.rows(sql`
      select id, off_since is null as is_on, deleted_at is not null as is_deleted from webhook_endpoints order by id`),
  ).toEqual(
    [
      { id: removed, isOn: false, isDeleted: true },
      { id: off, isOn: false, isDeleted: false },
      { id: on, isOn: true, isDeleted: false },
    ].sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
});

it('disables webhooks whose address or secret changed, and lists them until reviewed', {
  tags: ['long'],
}, async () => {
  const { test } = lost.shop;
  const admin = await lost.shop.shopper({ role: 'SUPER_ADMIN' });
  const send = async (method: 'POST' | 'PUT', url: string, payload: object = {}) => {
    // A restore ends every session.
    const token = await test.signIn(admin.id);
    const call = { method, url: `/outgoing-webhooks${url}`, token, key: randomUUID(), payload };
    const answer = await test.call(call);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const old = { address: 'https://hooks.finalring.dev/old', description: '', events: ['giveaway.drawn'] };
  const add = async (): Promise<string> => (await send('POST', '', old)).endpoint._id;
  const [moved, rotated, described] = [await add(), await add(), await add()];
  await note();
  const tables = [sql`webhook_endpoints`, sql`webhook_secrets`];
  for (const table of tables) await db.run(sql`create table backup_of_${table} as table ${table}`);
  await send('PUT', `/${moved}`, { ...old, address: 'https://hooks.finalring.dev/new' });
  await send('POST', `/${rotated}/rotate`);
  await send('PUT', `/${described}`, { ...old, description: 'Our bot' });
  await note();
  await checkJournal(db, lost.journal);
  for (const table of tables) {
    await putBack(sql`delete from ${table}`);
    await putBack(sql`insert into ${table} table backup_of_${table}`);
  }
  const both = (one: unknown, other: unknown) =>
    expect.toSatisfy((list: unknown[]) => isDeepStrictEqual(new Set(list), new Set([one, other])));
  await expectAgain({ webhook: both(moved, rotated) });
  const changed = async (isLookedAt = false) => (await lost.reconcile(true, isLookedAt)).changedWebhooks;
  const host = 'hooks.finalring.dev';
  expect(await changed()).toEqual(both({ id: moved, host }, { id: rotated, host }));
  expect(await changed(true)).toEqual([]);
  // Once they are turned on again, a start succeeds.
  for (const id of [moved, rotated]) await send('PUT', `/${id}/is-on`, { isOn: true });
  await note();
  await checkJournal(db, lost.journal);
  expect(await changed()).toEqual([]);
  for (const table of tables) await db.run(sql`drop table backup_of_${table}`);
});

it('treats a webhook as current even if its latest change is not journaled yet', async () => {
  const { id } = await db.one<{ id: string }>(sql`
    insert into webhook_endpoints (address, description, events, created_at)
    values ('https://hooks.finalring.dev/late', '', '{giveaway.drawn}', now()) returning id`);
  const line = { endpointId: id, deletedAt: null, offReason: null, changedAt: new Date().toISOString() };
  const { revision } = await db.one<{ revision: string }>(
    sql`select revision from webhook_endpoints where id = ${id}`,
  );
  await db.run(sql`update webhook_endpoints set revision = make_uuidv7() where id = ${id}`);
  expect(await listChangedWebhooks(db, [{ ...line, revision }])).toEqual([]);
  await db.run(sql`delete from webhook_endpoints where id = ${id}`);
});

it('closes declined approvals after a restore, and keeps carried-out ones waiting', async () => {
  const { id: actor } = await lost.shop.shopper();
  const ask = async (subject: string) =>
    (
      await db.one<{ id: string }>(sql`
        insert into approvals (operation, permission, actor_id, kind, title, subject, coins_limit, input, input_hash,
          asked_at, expires_at)
        values ('wallet.adjust', 'wallets:adjust', ${actor}, 'adjustment', 'Coins', ${subject}, 0, '{}',
          sha256(${subject}::bytea), now(), now() + interval '3 days') returning id`)
    ).id;
  const [refused, done] = [await ask('refused'), await ask('done')];
  const end = (id: string, status: string) =>
    db.run(sql`update approvals set status = ${status}, decided_at = now(), input = null where id = ${id}`);
  await end(refused, 'refused');
  await end(done, 'carried_out');
  expect(await note()).toMatchObject([{ kind: 'declined', approvalId: refused, status: 'refused' }]);
  await putBack(sql`update approvals set status = 'waiting', decided_at = null, input = '{}'`);
  await expectAgain({ declined: [refused] });
  expect(await db.rows(sql`select id, status, input from approvals order by status`)).toEqual([
    { id: refused, status: 'refused', input: null },
    { id: done, status: 'waiting', input: {} },
  ]);
});

it('restores the mark on cards sent another way, and lists marks without a purchase', {
  tags: ['long'],
}, async () => {
  const { shop } = lost;
  const buyer = await shop.shopper();
  const admin = await shop.shopper({ role: 'SUPER_ADMIN' });
  const card = await shop.card({ codes: 0, isFulfilledByHand: true });
  const buy = async () => (await shop.checkout(buyer, [line(card)])).data.purchases[0]?._id ?? '';
  const [sent, unmarked, waiting] = [await buy(), await buy(), await buy()];
  const mark = async (id: string, isDelivered: boolean) => {
    const url = `/gift-card/gift-card-request/${id}`;
    const answer = await shop.test.call({
      method: 'PATCH',
      url,
      token: admin.token,
      payload: { isDelivered },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  await mark(sent, true);
  await mark(unmarked, true);
  await mark(unmarked, false);
  expect(await note()).toHaveLength(3);
  await checkJournal(db, lost.journal);
  await putBack(sql`
    update purchases set status = 'on_its_way', delivered_at = null, is_elsewhere = false, was_elsewhere = false`);
  await expectAgain({ 'sent-elsewhere': expect.arrayContaining([sent, unmarked]) });
  expect((await lost.reconcile()).absentElsewhere).toEqual([]);
  const states = await db.rows(sql`
    select id, status, is_elsewhere, was_elsewhere from purchases order by id`);
  expect(states).toEqual([
    { id: sent, status: 'delivered', isElsewhere: true, wasElsewhere: true },
    { id: unmarked, status: 'on_its_way', isElsewhere: false, wasElsewhere: true },
    { id: waiting, status: 'on_its_way', isElsewhere: false, wasElsewhere: false },
  ]);
  await putBack(sql`delete from purchases where id = ${sent}`);
  expect((await lost.reconcile()).absentElsewhere).toEqual([sent]);
  expect((await lost.reconcile(true, true)).absentElsewhere).toEqual([]);
});
