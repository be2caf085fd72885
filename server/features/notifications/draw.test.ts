// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { DomainEvents, Task } from '../../platform/jobs/outbox.ts';
import { drawNotificationBatchSize, drawTask } from './notify-player.ts';

const test = openForTests(startTestApp);

const entrants = 2 * drawNotificationBatchSize + 100;

async function drawn(): Promise<DomainEvents['giveaway.drawn']> {
  const row = await test.db.row<{ id: string }>(sql`
    insert into giveaways (title, prize_type, prize_amount, winner_count, starts_at, ends_at, seed, commitment)
    values ('Drop', 'GC', 50, 3, now() - interval '2 days', now() - interval '1 day', ${'1'.repeat(64)},
      ${'2'.repeat(64)}) returning id`);
  const giveawayId = row?.id as string;
  await test.db.run(sql`
    with entered as (
      insert into players (name, email, referral_code)
      select 'Player ' || n, 'p' || n || '@drop.test', 'DROP' || lpad(n::text, 8, '0')
      from generate_series(1, ${entrants}::int) n returning id
    )
    insert into giveaway_entries (giveaway_id, player_id, entered_at, won_as)
    select ${giveawayId}, id, now(), case when row_number() over () <= 3 then row_number() over () end from entered`);
  return { giveawayId, title: 'Drop', at: test.clock.now().toISOString() };
}

const told = () =>
  test.db.row(sql`
    select count(*) as notifications, count(distinct player_id) as players,
      count(*) filter (where title = 'You won a giveaway') as winners from notifications`);

/** Runs the remaining job, if there is one. */
async function next(): Promise<boolean> {
  const job = await test.db.row<{ payload: never }>(sql`
    delete from graphile_worker._private_jobs where key like ${`${drawTask}:%`} returning payload`);
  if (job) await (test.app.tasks[drawTask] as Task)(job.payload);
  return job !== undefined;
}

it("notifies every entrant once of a draw's result, in batches, however often the job runs", async () => {
  const fact = await drawn();
  const tell = () => (test.app.tasks['giveaway.drawn'] as Task)(fact as never);
  await tell();
  expect(await told()).toMatchObject({ notifications: drawNotificationBatchSize });
  expect(await next()).toBe(true);
  await tell();
  expect(await told()).toMatchObject({ notifications: 2 * drawNotificationBatchSize });
  let jobs = 0;
  while (await next()) jobs++;
  expect(jobs).toBe(2);
  expect(await told()).toEqual({ notifications: entrants, players: entrants, winners: 3 });
  const live = await test.db.row(sql`
    select count(*) as events, count(distinct player_id) as players from live_events where name = 'notification'`);
  expect(live).toEqual({ events: entrants, players: entrants });
});
