// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules } from './challenges.ts';

const minuteMs = 60_000;

/**
 * The rules new attempts run under (docs/rules.md, Attempts). Change `ruleVersion` with their meaning.
 * @param timeScale every time is divided by it; 1 in production
 */
export function challengeRules(timeScale: number): ChallengeRules {
  const minutes = (count: number) => Math.round((count * minuteMs) / timeScale);
  return {
    ruleVersion: 3,
    pendingMs: minutes(5),
    // The source reports times in whole seconds, so a smaller tolerance would distinguish nothing.
    startToleranceMs: Math.max(minutes(2), 1_000),
    startWithinMs: minutes(40),
    confirmAfterMs: minutes(3),
    noMatchMs: minutes(100),
    privateMs: minutes(10),
    sourceFaultMs: minutes(6 * 60),
    processingFeePercent: 10,
    // Minutes are reported whole, and with scaled time a match lasts less than one.
    minMatchMinutes: timeScale > 1 ? 0 : 1,
    longestMatchMs: minutes(30),
  };
}
