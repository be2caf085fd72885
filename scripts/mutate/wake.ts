// SPDX-License-Identifier: Apache-2.0

/** The beginning of the files that warm-runs.ts writes: one active mutant, on modules that were loaded with no other. */
import { afterEach, beforeEach, vi } from 'vitest';
import { type Switchboard, switchboard } from './count-hits.ts';

/**
 * @param mutant its number; undefined: none, on sources that must pass
 * @param isOnLoad whether it is reached while modules are loaded: then all are loaded again, for it and for the next one
 * @param hitLimit how many hits count as an endless loop
 */
export function wake(mutant: string | undefined, isOnLoad: boolean, hitLimit: number): void {
  vi.useRealTimers();
  const state: Switchboard = switchboard;
  if (isOnLoad || state.isTainted !== false) vi.resetModules();
  state.isTainted = isOnLoad;
  // Not undefined: without an active mutant the sources would read the variable, and keep its value.
  state.activeMutant = mutant ?? 'none';
  state.hitCount = 0;
  state.hitLimit = hitLimit;
  process.env.__STRYKER_ACTIVE_MUTANT__ = mutant ?? '';
  let hasFailed = false;
  beforeEach(({ skip }) => skip(hasFailed));
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
}
