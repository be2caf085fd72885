// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { retainedEvents } from '../../features/coins/payments/payment-event-store.ts';
import { retainedChanges, retentionTasks } from './retention.ts';

const db = openTestDatabase();
const clock = fakeClock(new Date('2026-05-31T23:59:59Z'));

async function forget(months: number | undefined): Promise<void> {
  const tasks = retentionTasks({ db, clock, months, tables: [retainedChanges, retainedEvents] });
  await tasks['forget-old-rows']?.({} as never);
}

it('deletes records older than the configured whole months, and nothing without a setting', async () => {
  const { id } = await createPlayer(db);
  const lastOld = '2026-01-31T23:59:59.999Z';
  const firstKept = '2026-02-01T00:00:00.000Z';
  for (const at of ['2024-02-29T12:00:00Z', lastOld, firstKept]) {
    await db.run(sql`
      insert into admin_changes (actor_id, action, subject, created_at) values (${id}, 'x', 's', ${at})`);
    for (const effect of ['noted', 'asked']) {
      await db.run(sql`
        insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
        values (${`${effect} ${at}`}, 't', 'o', ${effect}, ${at}, ${at})`);
    }
    await db.run(sql`
      insert into payment_events (event_id, type, object_id, effect, happened_at, received_at)
      values (${`credited ${at}`}, 't', 'o', 'credited', ${at}, ${at})`);
  }
  const left = () =>
    db.one<{ changes: number; noted: number; credited: number }>(sql`
      select (select count(*) from admin_changes) as changes,
        (select count(*) from payment_events where effect <> 'credited') as noted,
        (select count(*) from payment_events where effect = 'credited') as credited`);
  await forget(undefined);
  expect(await left()).toEqual({ changes: 3, noted: 6, credited: 3 });
  await forget(3);
  expect(await left()).toEqual({ changes: 1, noted: 2, credited: 3 });
});
