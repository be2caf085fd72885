// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';

const db = openTestDatabase();
const addEvent = async (title: string) =>
  (
    await db.one<{ id: string }>(sql`
      insert into events (title, type, triggers, starts_at, ends_at, reward_amount, budget)
      values (${title}, 'SPECIAL', '{FIRST_LOGIN}', now(), now() + interval '1 day', 10, 5000) returning id`)
  ).id;
const isApproved = async (id: string) =>
  (await db.one<{ is: boolean }>(sql`select is_approved as is from events where id = ${id}`)).is;

it('revokes an approval only when the previous release changes what an event pays', async () => {
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
