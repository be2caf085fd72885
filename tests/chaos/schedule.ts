// SPDX-License-Identifier: Apache-2.0

import { createDice } from './dice.ts';

/** The kinds of faults, and the processes that they affect. */
export const faultKinds = {
  database: [
    'database-stopped',
    'backends-killed',
    'database-frozen',
    'database-blackholed',
    'connections-torn',
    'database-slow',
  ],
  process: [
    'web-killed',
    'worker-killed',
    'web-starved',
    'worker-starved',
    'web-paused',
    'worker-paused',
    'clock-ahead',
    'clock-behind',
  ],
  provider: [
    'stats-failing',
    'stats-hanging',
    'cards-failing',
    'cards-answers-lost',
    'providers-blackholed',
    'webhooks-in-disorder',
    'mail-away',
  ],
} as const;

export type FaultKind = (typeof faultKinds)[keyof typeof faultKinds][number];
export const allFaults: readonly FaultKind[] = Object.values(faultKinds).flat();

export interface PlannedFault {
  kind: FaultKind;
  /** Milliseconds without a fault before it. */
  afterMs: number;
  /** Its duration in milliseconds, if it has one. */
  lastsMs: number;
  /** Which of several processes it affects. */
  target: number;
}

const minPeaceMs = 300;
const maxPeaceMs = 1_000;
const maxOutageMs = 4_000;

/**
 * The schedule: every kind occurs once before any occurs again, in an order that `seed` determines.
 * @param kinds the kinds to use
 */
export function planFaults(
  seed: number,
  count: number,
  kinds: readonly FaultKind[] = allFaults,
): PlannedFault[] {
  const dice = createDice(seed);
  const plan: PlannedFault[] = [];
  let left: FaultKind[] = [];
  while (plan.length < count) {
    if (left.length === 0) left = [...kinds];
    const kind = dice.pick(left);
    left.splice(left.indexOf(kind), 1);
    plan.push({
      kind,
      afterMs: dice.ms(minPeaceMs, maxPeaceMs),
      lastsMs: dice.ms(0, maxOutageMs),
      target: Math.floor(dice.roll() * 1_000),
    });
  }
  return plan;
}
