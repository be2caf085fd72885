import type { Clock } from '../../server/platform/clock.ts';

export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(time: Date): void;
}

/** A clock that stands still until told otherwise. */
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
