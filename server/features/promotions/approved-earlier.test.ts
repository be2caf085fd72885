// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createTwoPlayers } from '../../../tests/support/factories.ts';
import { migrate } from '../../platform/db/migrate.ts';

const db = openTestDatabase();
const migration = '0127_approved_events.sql';
let [actor, approver] = ['', ''];
beforeAll(async () => {
  [actor, approver] = await createTwoPlayers(db);
});

const addEvent = async (title: string) =>
  (
    await db.one<{ id: string }>(sql`
      insert into events (title, type, triggers, starts_at, ends_at, reward_amount, budget)
      values (${title}, 'SPECIAL', '{FIRST_LOGIN}', now(), now() + interval '1 day', 10, 5000) returning id`)
  ).id;
const approve = (operation: string, subject: string, title: string, hours: number) =>
  db.run(sql`
    insert into approvals (operation, permission, actor_id, kind, title, subject, coins_limit, after, input_hash, status,
      asked_at, expires_at, decided_at, decided_by)
    values (${operation}, 'events:write', ${actor}, 'payout', 'An event', ${subject}, 1, ${JSON.stringify({ title })},
      sha256('x'), 'carried_out', now(), now(), now() - make_interval(hours => ${hours}), ${approver})`);
const log = (action: string, id: string, title: string, hours: number) =>
  db.run(sql`
    insert into admin_changes (actor_id, action, subject, after, created_at)
    values (${actor}, ${action}, ${`event:${id}`}, ${JSON.stringify({ title })},
      now() - make_interval(hours => ${hours}))`);
const isApproved = async (id: string) =>
  (await db.one<{ is: boolean }>(sql`select is_approved as is from events where id = ${id}`)).is;

it('counts events as approved that one person alone has not changed since', async () => {
  const [created, createdThenRaised] = [await addEvent('New'), await addEvent('New and raised')];
  for (const [id, title] of [
    [created, 'New'],
    [createdThenRaised, 'New and raised'],
  ] as const) {
    await approve('event.create', 'event', title, 9);
    await log('event.create', id, title, 9);
  }
  await log('event.update', createdThenRaised, 'New and raised', 3);
  const [changed, changedThenRaised] = [await addEvent('Changed'), await addEvent('Changed and raised')];
  for (const id of [changed, changedThenRaised]) {
    await log('event.update', id, 'Before', 12);
    await approve('event.update', `event:${id}`, 'Changed', 9);
    await log('event.update', id, 'Changed', 9);
  }
  await log('event.update', changedThenRaised, 'Changed', 3);
  await db.run(sql`drop function if exists withdraw_event_approval cascade`);
  await db.run(sql`alter table events drop column is_approved`);
  await db.run(sql`delete from migrations where name = ${migration}`);

  expect(await migrate(db.url)).toEqual([migration]);
  const ids = [created, createdThenRaised, changed, changedThenRaised];
  expect(await Promise.all(ids.map(isApproved))).toEqual([true, false, true, false]);
});

it('ends when a process of the previous release changes what an event pays, and by nothing else', async () => {
  const id = await addEvent('Approved');
  await db.run(sql`update events set is_approved = true where id = ${id}`);
  // It writes every column of the form.
  await db.run(sql`
    update events set title = 'Renamed', budget = 5000, reward_amount = 10, triggers = triggers where id = ${id}`);
  await db.run(sql`update events set budget_spent = 10, ranked_at = now() where id = ${id}`);
  expect(await isApproved(id)).toBe(true);
  await db.run(sql`update events set budget = 9000 where id = ${id}`);
  expect(await isApproved(id)).toBe(false);
});
