// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import type { Landing } from '../../../contract/landing.ts';
import type { PublicBoard } from '../../../contract/leaderboards.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startShopTest } from '../../../tests/support/shop.ts';
import { insertChallenge, insertVariant } from '../challenges/challenge-store.ts';

const shop = openForTests(startShopTest);

async function read(): Promise<Landing> {
  const answer = await shop.test.call({ url: '/landing' });
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}

async function openChallenge(description: string, entryFeeGC: number, isActive = true): Promise<void> {
  await shop.test.db.transaction(async (tx) => {
    const id = await insertChallenge(tx, { game: 'fortnite', description, isActive });
    const variant = { entryFeeGC, rewardGC: 300, requiredPlacement: 10, requiredKills: 5, position: 0 };
    await insertVariant(tx, id, variant);
  });
}

/** A promotion that pays 200 x 1.5 coins for a first sign-in, unless `parts` say otherwise. */
async function promise(parts: {
  trigger?: string;
  currency?: string;
  startsInHours?: number;
  autoRun?: boolean;
  budget?: number;
}): Promise<void> {
  const {
    trigger = 'FIRST_LOGIN',
    currency = 'GC',
    startsInHours = -1,
    autoRun = true,
    budget = null,
  } = parts;
  const startsAt = new Date(shop.test.clock.now().getTime() + startsInHours * 3_600_000);
  await shop.test.db.run(sql`
    insert into events (title, type, triggers, starts_at, ends_at, reward_currency, reward_amount, multiplier, budget,
      auto_run)
    values ('Welcome', 'TEST', ${[trigger]}, ${startsAt}, ${startsAt}::timestamptz + interval '1 day', ${currency}, 200,
      1.5, ${budget}, ${autoRun})`);
}

it('shows visitors open challenges, available gift cards and the guaranteed welcome coins', async () => {
  await openChallenge('Dear', 500);
  await openChallenge('Cheap', 20);
  await openChallenge('Closed', 10, false);
  await shop.card({ title: 'In stock', gcCoin: 900 });
  await shop.card({ title: 'Sold out', gcCoin: 100, codes: 0, isFulfilledByHand: false });
  await promise({});
  await promise({ trigger: 'FIRST_LOGIN_GOOGLE' });
  await promise({ currency: 'XP' });
  await promise({ startsInHours: 1 });
  await promise({ autoRun: false });
  await promise({ budget: 299 });
  const landing = await read();
  expect(landing.challenges.map(({ description }) => description)).toEqual(['Cheap', 'Dear']);
  expect(landing.giftCards.map(({ title }) => title)).toEqual(['In stock']);
  expect(landing.welcomeGC).toBe(300);
});

it('shows a new challenge immediately although the answer is cached', async () => {
  await read();
  await openChallenge('New', 5);
  await expect.poll(async () => (await read()).challenges[0]?.description).toBe('New');
});

it('shows visitors the leaderboards without further details about players', async () => {
  const { id } = await createPlayer(shop.test.db);
  await shop.test.db.run(sql`
    insert into board_scores (board, player_id, xp, reached_at) values ('all', ${id}, 70, now())`);
  const answer = await shop.test.call({ url: '/leaderboard/public' });
  const boards = answer.json().data as PublicBoard[];
  expect(boards.map(({ period }) => period)).toEqual(['week', 'season', 'all']);
  const place = boards[2]?.top[0] ?? {};
  expect(place).toMatchObject({ rank: 1, xp: 70, isMe: false });
  expect(Object.keys(place).sort()).toEqual(['isMe', 'lastWeek', 'player', 'rank', 'xp']);
  expect(answer.body).not.toContain(id);
});
