// SPDX-License-Identifier: Apache-2.0

/** Two clocks: `performance.now()` stops while the device sleeps, `Date` is wrong after the clock is set. */
const now = () => [performance.now(), Date.now()] as const;

/** Keeps when something was last told on this page. */
export function createQuiet() {
  let [mono, wall] = now();
  return {
    /** Something was told `ms` ago. */
    begin(ms = 0): void {
      [mono, wall] = now();
      mono -= ms;
      wall -= ms;
    },
    /** For how long nothing was told, in ms: no longer than either clock says. */
    get ms(): number {
      const [monoNow, wallNow] = now();
      return Math.max(0, Math.min(monoNow - mono, wallNow - wall));
    },
  };
}

/** How long ago this page began to load and first asked for anything, in ms. */
export function getSinceLoadMs(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin);
}
