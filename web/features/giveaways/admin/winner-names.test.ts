// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { participantsListed } from '../../../../contract/giveaways-admin.ts';
import { winnerNames } from './winner-names.ts';

const entered = (count: number, won: number) => ({
  participants: Array.from({ length: Math.min(count, participantsListed) }, (_, place) => ({
    playerId: String(place),
    name: `P${place}`,
    handle: '',
    enteredAt: '',
    hasWon: place < won,
  })),
  participantCount: count,
});

it("lists the winners' names, and how many more there are", () => {
  expect(winnerNames({ ...entered(5, 0), winnerCount: 2 })).toBe('');
  expect(winnerNames({ ...entered(5, 2), winnerCount: 2 })).toBe('P0, P1');
  expect(winnerNames({ ...entered(2, 2), winnerCount: 10 })).toBe('P0, P1');
  const many = winnerNames({ ...entered(5_000, 1_000), winnerCount: 1_000 });
  expect(many.split(', ')).toHaveLength(participantsListed);
  expect(many).toMatch(/, P199 and 800 more$/);
});
