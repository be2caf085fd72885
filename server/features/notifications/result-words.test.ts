// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { olderMatchWords } from './result-words.ts';

const fact = { attemptId: 'a1', playerId: 'p1', description: 'Survive the ring' };

it.each([
  [1_860, '31 minutes'],
  [1_801, '31 minutes'],
  [60, '1 minute'],
  [59, '59 seconds'],
])('says with %i seconds left that a match from before entry does not count', (leftSeconds, left) =>
  expect(olderMatchWords({ ...fact, leftSeconds })).toMatchObject({
    title: 'That match doesn’t count',
    body: `Survive the ring: we saw a match that began before you entered. Start a new one, ${left} left.`,
    link: '/past-challenges',
  }),
);
