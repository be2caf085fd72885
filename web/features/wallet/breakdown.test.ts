// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { breakdownParts, historyTypes } from '../../../contract/wallet.ts';
import { breakdownRows, typeNames } from './breakdown.ts';

it('names every part, the specified parts first, and scales each to the largest', () => {
  const empty = Object.fromEntries(breakdownParts.map((part) => [part, 0])) as Record<
    (typeof breakdownParts)[number],
    number
  >;
  const rows = breakdownRows({ ...empty, challengeEntry: -200, challengeReward: 50 });
  const names = [
    'Challenge Entry',
    'Challenge Reward',
    'Challenge Refund',
    'Purchase',
    'Admin Credit',
    'Coin Purchase',
    'Event Reward',
    'Giveaway Prize',
    'Referral Reward',
    'Reversal',
  ];
  expect(rows.map((row) => row.name)).toEqual(names);
  expect(historyTypes.map((type) => typeNames[type]).toSorted()).toEqual([...names, 'XP Award'].toSorted());
  expect(rows.map((row) => row.part).sort()).toEqual([...breakdownParts].sort());
  expect(rows[0]).toEqual({ part: 'challengeEntry', name: 'Challenge Entry', amount: -200, share: 1 });
  expect(rows[1]).toMatchObject({ amount: 50, share: 0.25 });
  expect(breakdownRows(empty)[0]?.share).toBe(0);
});
