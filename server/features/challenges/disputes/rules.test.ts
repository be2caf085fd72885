// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { coinsOfWin, disputableUntil, reasonNotDisputable } from './rules.ts';

const at = new Date('2026-03-28T12:00:00Z');
const lost = { completedAt: at, isPractice: false, voidedAt: null, status: 'FAILED' } as const;

it.each([
  [lost, undefined],
  [{ ...lost, status: 'CANCELLED' }, undefined],
  [{ ...lost, completedAt: null }, 'it isn’t decided yet'],
  [{ ...lost, isPractice: true }, 'practice doesn’t count'],
  [{ ...lost, voidedAt: at }, 'an administrator voided the attempt'],
  [{ ...lost, status: 'SUCCESS' }, 'it counts as won'],
] as const)('gives the reason why %o cannot be disputed: %s', (attempt, reason) => {
  expect(reasonNotDisputable(attempt)).toBe(reason);
});

it('counts whole days from the result, and a win as the reward minus the refund', () => {
  expect(disputableUntil(at, 14)).toEqual(new Date('2026-04-11T12:00:00Z'));
  expect(coinsOfWin({ rewardGC: 300, refundGC: 95 })).toBe(205);
});
