// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { gameFacts } from './game-facts.ts';

const quiet = {
  budget: { grantedPerMinute: 180, usedLastMinute: 0, reserved: 0, blockedSeconds: 0 },
  queue: { waiting: 0, lateSeconds: 0 },
  health: { answered: 0, failed: 0, answeredAt: null },
};

it('shows budget, queue and health of a game', () => {
  expect(gameFacts(quiet)).toEqual([
    ['Requests a minute', '0 of 180 used, 0 reserved'],
    ['Due readings', 'None waiting'],
    ['Calls in 5 minutes', 'None'],
    ['Last answer', 'None in a day'],
  ]);
  const busy = gameFacts({
    budget: { grantedPerMinute: 10, usedLastMinute: 9, reserved: 1, blockedSeconds: 30 },
    queue: { waiting: 12, lateSeconds: 600 },
    health: { answered: 40, failed: 2, answeredAt: '2026-11-20T12:00:00.000Z' },
  });
  expect(busy.slice(0, 3).map(([, value]) => value)).toEqual([
    '9 of 10 used, 1 reserved; paused for 30 s',
    '12 waiting, the oldest for 10 minutes',
    '40 answered, 2 failed',
  ]);
});

it('shows no granted figure that the used requests exceed', () => {
  const [requests] = gameFacts({ ...quiet, budget: { ...quiet.budget, usedLastMinute: 190 } });
  expect(requests?.[1]).toBe('190 used, 0 reserved');
});

it('shows a short delay in seconds, and that no call failed', () => {
  const [, due, calls] = gameFacts({
    ...quiet,
    queue: { waiting: 1, lateSeconds: 90 },
    health: { ...quiet.health, answered: 3 },
  });
  expect([due?.[1], calls?.[1]]).toEqual(['1 waiting, the oldest for 90 s', '3 answered, none failed']);
});
