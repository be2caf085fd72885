// SPDX-License-Identifier: Apache-2.0

import { toAnswer } from '../../contract/answers.ts';
import { type Performance, performanceApi } from '../../contract/performance.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { signIn } from '../support/e2e/play.ts';
import { expect, test } from '../support/e2e/test.ts';

const attemptId = '0198c0de-0000-7000-8000-000000000001';
const at = new Date().toISOString();
const best = (value: number) => ({ value, attemptId, at });
const coins = { cancelled: 0, coinsIn: 100, coinsOut: 180 };

/** The server's answer for a player who won one match of each game with this many kills. */
function answerOf(kills: number, { count = 1, mode }: { count?: number; mode?: 'squad' } = {}): Performance {
  const sums = {
    entries: count,
    finished: count,
    won: count,
    matches: 1,
    kills,
    firstPlaces: 0,
    top10: 1,
    ...coins,
  };
  const kind = { challengeType: 'TOP10_3KILL_SOLO', requiredPlacement: 10, requiredKills: 3 };
  const terms = mode && { terms: { mode, countsBots: false } };
  return {
    games: ['fortnite', 'pubg'],
    totals: sums,
    days: [{ ...sums, day: at.slice(0, 10) }],
    kinds: [{ ...sums, ...kind, ...terms }],
    matches: [{ attemptId, endedAt: at, place: 10, kills, ...terms }],
    bests: { kills: best(kills), winsInRow: best(count), reward: best(180) },
    career: null,
  };
}

const answers = new Map<string | null, Performance>([
  [null, answerOf(9, { count: 2 })],
  ['fortnite', answerOf(9)],
  ['pubg', answerOf(5, { mode: 'squad' })],
]);

test('a player of two games sees separate places, kills and odds for each', { tag: '@long' }, async ({
  page,
}) => {
  const pubg = Promise.withResolvers<void>();
  await page.route('**/api/v1/challenge/performance*', async (route) => {
    const game = new URL(route.request().url()).searchParams.get('game');
    if (game === 'pubg') await pubg.promise;
    await route.fulfill({ json: toAnswer(performanceApi.read, answers.get(game)) });
  });
  await signIn(page, { to: '/profile?tab=stats' });
  const figures = page.locator('#performance');
  const games = page.getByRole('group', { name: 'Game' });
  await expect(figures).toContainText('2 of 2 challenges won');
  await expect(figures).toContainText('Choose a game');
  await expect(figures).not.toContainText(/Kills in a match|in the top 10|Your odds/);
  await expectSound(page);

  await games.getByRole('button', { name: 'Fortnite' }).click();
  await expect(figures).toContainText('9 kills, 9 in a match');
  await expect(figures).toContainText('1 of 1 challenge won');
  await expect(figures).not.toContainText('Squad');

  await games.getByRole('button', { name: 'PUBG' }).click();
  await expect(figures).not.toContainText('9 kills');
  await expect(games.getByRole('button', { name: 'PUBG' })).toBeFocused();
  pubg.resolve();
  await expect(figures).toContainText('5 kills, 5 in a match');
  await expect(figures.getByRole('heading', { name: 'Top 10 + 3 Kills · Squad' })).toBeVisible();
  await expectSound(page);
  await page.reload();
  await expect(games.getByRole('button', { name: 'PUBG' })).toHaveAttribute('aria-pressed', 'true');
  await expect(figures).toContainText('5 kills, 5 in a match');
  await games.getByRole('button', { name: 'All games' }).click();
  await expect(figures).toContainText('2 of 2 challenges won');
});
