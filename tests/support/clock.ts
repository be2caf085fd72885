// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../server/platform/clock.ts';

export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(time: Date): void;
}

/** Moves a clock to the next morning (UTC), so that work of several hours ends on the same day. */
export function goToMorning(clock: FakeClock): void {
  const dayMs = 24 * 3_600_000;
  clock.set(new Date(Math.ceil(clock.now().getTime() / dayMs) * dayMs + 6 * 3_600_000));
}

/** A clock that only moves when told to. */
export function fakeClock(start = new Date('2026-01-01T12:00:00Z')): FakeClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms;
    },
    set: (time) => {
      now = time.getTime();
    },
  };
}
