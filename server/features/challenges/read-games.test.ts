// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startChallengesTest, startDeps } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { addKeys, blockKeys, reserveSlot } from '../../providers/games/source-budget-store.ts';
import { listServiceAnswers } from '../status/feature.ts';
import { readGames } from './read-games.ts';

const challenges = openForTests(startChallengesTest);

const key = { id: 'second-game', requestsPerSecond: 10 / 60 };

/** Both games, each with its own key. */
async function read() {
  const { db, clock } = challenges.test;
  const deps = startDeps(challenges);
  const { fortnite, pubg } = deps.games;
  const games = { fortnite, pubg: { ...pubg, isActive: true, source: { ...pubg.source, budgets: [key] } } };
  const readServiceAnswers = (services: readonly string[], since: Date) =>
    listServiceAnswers(db, services, since);
  const [first, second] = await readGames({ db, clock, games, readServiceAnswers });
  return { first, second };
}

const lastMinute = sql`date_trunc('minute', statement_timestamp()) - interval '1 minute'`;

it("counts the used request slots of each game's budget per minute", async () => {
  const { db } = challenges.test;
  await addKeys(db, [key]);
  const take = () => reserveSlot(db, [key], { entryShare: 1, backgroundShare: 1 }, 'entry', 600_000);
  for (let taken = 0; taken < 3; taken++) await take();
  await db.run(sql`update source_budget set used_minute = ${lastMinute}, used = 3 where key_id = ${key.id}`);
  expect((await read()).second?.budget).toMatchObject({ grantedPerMinute: 10, usedLastMinute: 3 });
  // The next slot begins another minute. The first of the four was free at once, the others are ahead of now.
  await take();
  expect(await read()).toMatchObject({
    first: { game: 'fortnite', budget: { grantedPerMinute: 60_000, usedLastMinute: 0, reserved: 0 } },
    second: { game: 'pubg', budget: { usedLastMinute: 3, reserved: 3, blockedSeconds: 0 } },
  });
  await db.run(sql`
    update source_budget set used_minute = used_minute - interval '2 minutes' where key_id = ${key.id}`);
  expect((await read()).second?.budget.usedLastMinute).toBe(0);
  await blockKeys(db, [key.id], new Date(Date.now() + 60_000));
  expect((await read()).second?.budget.blockedSeconds).toBeGreaterThan(50);
});

it('reports for each game its due readings and how its service answers', async () => {
  const { db, clock } = challenges.test;
  const before = await read();
  expect(before.first).toMatchObject({
    queue: { waiting: 0, lateSeconds: 0 },
    health: { answered: 0, failed: 0, answeredAt: null },
  });
  const player = await challenges.player();
  await challenges.enter(player, { epicId: 'Waiting' });
  clock.advance(10 * 60_000);
  const at = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  const [recent, old] = [at(1), at(30)];
  await db.run(sql`
    insert into status_minutes (subject, minute, good, bad) values
      ('game-stats', ${old}, 7, 0), ('game-stats', ${recent}, 0, 4), ('pubg-stats', ${recent}, 5, 1)`);
  const { first, second } = await read();
  expect(first).toMatchObject({
    queue: { waiting: 1 },
    health: { answered: 0, failed: 4, answeredAt: old.toISOString() },
  });
  expect(first?.queue.lateSeconds).toBeGreaterThan(60);
  expect(second).toMatchObject({
    queue: { waiting: 0, lateSeconds: 0 },
    health: { answered: 5, failed: 1, answeredAt: recent.toISOString() },
  });
});
