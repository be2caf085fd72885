import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PromotionsTest, startPromotionsTest } from '../../../tests/support/promotions.ts';
import type { Task } from '../../platform/jobs/outbox.ts';
import { rankTask } from './rank-players.ts';

let promotions: PromotionsTest;
beforeAll(async () => {
  promotions = await startPromotionsTest();
});
afterAll(() => promotions?.close());
beforeEach(async () => {
  await promotions.closeAll();
  await promotions.test.db.run(
    sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`,
  );
});

const waiting = () =>
  promotions.test.db.rows(
    sql`select run_at from graphile_worker.jobs where task_identifier = ${rankTask} and key is not null`,
  );

it('ranks within seconds of a match, once for those of a moment, and tells it', async () => {
  const promotion = await promotions.weekly();
  const [ada, bob] = [await promotions.player('Ada'), await promotions.player('Bob')];
  await Promise.all([promotions.finish(ada.id, 20), promotions.finish(bob.id, 120)]);
  expect(await waiting()).toEqual([{ runAt: new Date(promotions.test.clock.now().getTime() + 1_000) }]);
  await (promotions.test.app.tasks[rankTask] as Task)({} as never);
  expect((await promotions.mine(ada.token, promotion._id)).mine).toMatchObject({ rank: 2, xp: 20 });
  expect((await promotions.mine(bob.token, promotion._id)).mine).toMatchObject({ rank: 1, xp: 120 });
});

it('leaves it to the next minute where nobody is ranked, or a thousand are', async () => {
  const player = await promotions.player();
  await promotions.finish(player.id, 20);
  expect(await waiting()).toEqual([]);
  const promotion = await promotions.weekly();
  await promotions.test.db.transaction(async (tx) => {
    // A thousand players who need not exist.
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`
      insert into event_standings (event_id, player_id, rank, xp)
      select ${promotion._id}, gen_random_uuid(), n, 1 from generate_series(1, 1000) n`);
  });
  await promotions.finish(player.id, 20);
  expect(await waiting()).toEqual([]);
});
