// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { describeVoiding } from './void-words.ts';

const said = { name: 'Ada', forfeitFee: false };
const won = { status: 'SUCCESS', entryFeeGC: 100, rewardGiven: 1300, isPractice: false } as const;

it('says that a paid success is reversed and the whole fee returned', () => {
  expect(describeVoiding(won, said)).toEqual([
    'The attempt becomes CANCELLED and no longer counts, not even on boards.',
    'The reward of 1,300 GC is taken back from Ada. Their balance can go below zero.',
    'We also take back its XP and event rewards.',
    'The whole entry fee of 100 GC goes back to Ada.',
  ]);
});

it('says that a running attempt ends, and that a forfeited fee is kept', () => {
  const running = { ...won, status: 'IN_PROGRESS', rewardGiven: 0 } as const;
  expect(describeVoiding(running, { ...said, forfeitFee: true })).toEqual([
    'We cancel the running attempt and stop reading it.',
    'The entry fee of 100 GC is kept.',
  ]);
  expect(describeVoiding({ ...running, entryFeeGC: 0 }, said)).toEqual([
    'We cancel the running attempt and stop reading it.',
  ]);
});

it('says that nothing moves for practice', () => {
  expect(describeVoiding({ ...won, entryFeeGC: 0, rewardGiven: 0, isPractice: true }, said)).toEqual([
    'This is practice: no coins move.',
    'Ada can’t practise again.',
  ]);
});
