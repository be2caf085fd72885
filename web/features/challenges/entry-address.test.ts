// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { Challenge } from '../../../contract/challenges.ts';
import { entryAddress, findAsked, readEntryAddress } from './entry-address.ts';

const searchOf = (address: string) => new URL(address, 'https://finalring.dev').searchParams;

it('reads back the challenge and variant an address was made with', () => {
  expect(readEntryAddress(searchOf(entryAddress('c1', 'TOP10_3KILL_SOLO')))).toEqual({
    asked: { challengeId: 'c1', challengeType: 'TOP10_3KILL_SOLO' },
    rest: '',
  });
  expect(readEntryAddress(searchOf(entryAddress('c1')))?.asked).toEqual({
    challengeId: 'c1',
    challengeType: undefined,
  });
});

it('leaves the other parts of the address unchanged', () => {
  expect(readEntryAddress(new URLSearchParams('a=1&challenge=c1&variant=x&b=2'))?.rest).toBe('a=1&b=2');
  expect(readEntryAddress(new URLSearchParams('a=1&variant=x'))).toBeUndefined();
});

const toChallenge = (_id: string, fees: Record<string, number>, isActive = true): Challenge => ({
  _id,
  game: 'fortnite',
  description: _id,
  isActive,
  challengeVariants: Object.entries(fees).map(([challengeType, entryFeeGC]) => ({
    _id: challengeType,
    challengeType,
    entryFeeGC,
    rewardGC: 100,
    requiredPlacement: 10,
    requiredKills: 3,
  })),
});
const challenges = [
  toChallenge('open', { A: 50, B: 30 }),
  toChallenge('closed', { A: 10 }, false),
  toChallenge('empty', {}),
];

it('finds the requested challenge only if it can be entered with those terms', () => {
  const find = (challengeId: string, challengeType?: string) =>
    findAsked(challenges, { challengeId, challengeType })?._id;
  expect([find('open'), find('open', 'B'), find('open', 'GONE')]).toEqual(['open', 'open', undefined]);
  expect([find('closed', 'A'), find('empty'), find('never')]).toEqual([undefined, undefined, undefined]);
});
