// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { kindName } from './kind-name.ts';

it('distinguishes kinds of challenges in a game by mode and by whether bots count', () => {
  const challengeType = 'TOP10_3KILL_SOLO';
  expect(kindName({ challengeType })).toBe('Top 10 + 3 Kills');
  expect(kindName({ challengeType, terms: { mode: 'squad', countsBots: false } })).toBe(
    'Top 10 + 3 Kills · Squad',
  );
  expect(kindName({ challengeType, terms: { mode: 'squad', countsBots: true } })).toBe(
    'Top 10 + 3 Kills · Squad · Bots count',
  );
});
