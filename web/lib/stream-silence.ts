// SPDX-License-Identifier: Apache-2.0

/** Two clocks: `performance.now()` stops while the device sleeps, `Date` is wrong after the clock is set. */
const now = () => [performance.now(), Date.now()] as const;

/** Tracks when this page last received an event. */
export function createQuiet() {
  let [mono, wall] = now();
  return {
    /** An event was received `ms` ago. */
    begin(ms = 0): void {
      [mono, wall] = now();
      mono -= ms;
      wall -= ms;
    },
    /** How long no event was received, in ms: the smaller of the two clocks' values. */
    get ms(): number {
      const [monoNow, wallNow] = now();
      return Math.max(0, Math.min(monoNow - mono, wallNow - wall));
    },
  };
}

/** How long ago this page began to load and sent its first request, in ms. */
export function getSinceLoadMs(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin);
}
