// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules } from './challenges.ts';

const minuteMs = 60_000;
/** People who play in a sandbox need minutes to start a match. At higher scales only programs play. */
const leastToStartMs = 5 * minuteMs;
const highestPlayedScale = 60;

/**
 * The rules for new attempts (docs/rules/attempts.md). Increase `ruleVersion` when their meaning changes.
 * @param timeScale divides every time; 1 in production. Up to a scale of 60, the time to start a match stays at least 5
 * minutes.
 */
export function challengeRules(timeScale: number): ChallengeRules {
  const minutes = (count: number) => Math.round((count * minuteMs) / timeScale);
  const startWithinMs = Math.max(minutes(40), timeScale > highestPlayedScale ? 0 : leastToStartMs);
  return {
    ruleVersion: 3,
    pendingMs: minutes(5),
    // The source reports times in whole seconds, so a smaller tolerance would distinguish nothing.
    startToleranceMs: Math.max(minutes(2), 1_000),
    startWithinMs,
    confirmAfterMs: minutes(3),
    noMatchMs: startWithinMs + minutes(60),
    privateMs: minutes(10),
    sourceFaultMs: minutes(6 * 60),
    processingFeePercent: 10,
    // The source reports whole minutes, and with scaled time a match lasts less than one.
    minMatchMinutes: timeScale > 1 ? 0 : 1,
    longestMatchMs: minutes(30),
  };
}
