// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { Landing } from '../../../contract/landing.ts';
import { startChallengesTest } from '../../../tests/support/challenges.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { runningAttempts } from '../../../tests/support/running-attempt.ts';

const challenges = openForTests(startChallengesTest);
const { running } = runningAttempts(() => challenges);

async function winners(): Promise<Landing['winners']> {
  return (await challenges.test.call({ url: '/landing' })).json().data.winners;
}

it("shows a win under the player's handle while the player allows it", async () => {
  const { player, attemptId, epicId } = await running();
  await challenges.playLater(attemptId, epicId);
  expect(await winners()).toEqual([]);
  const share = { url: `/challenge/attempts/${attemptId}/share`, token: player.token };
  await challenges.test.call({ ...share, method: 'PUT', payload: { isListed: true } });
  await expect.poll(winners).toHaveLength(1);
  const [win] = await winners();
  expect(win).toMatchObject({ rewardGC: 300, requiredPlacement: 10, requiredKills: 5 });
  expect(win?.player.handle).toMatch(/^([A-Z][a-z]+){2}-[25-9]{5}$/);
  expect(JSON.stringify(win)).not.toContain(player.id);
  await challenges.test.call({ ...share, method: 'PUT', payload: { isListed: false } });
  await expect.poll(winners).toEqual([]);
});
