// SPDX-License-Identifier: Apache-2.0

/** What the files that warm-runs.ts writes begin with: one mutant awake, on modules that were loaded with none but it. */
import { afterEach, beforeEach, vi } from 'vitest';
import { type Switchboard, switchboard } from './count-hits.ts';

/**
 * @param mutant its number; undefined: none, on sources that must pass
 * @param isOnLoad whether it is reached while modules are loaded: then all are loaded again, for it and for the next one
 * @param hitLimit how often it is reached before it counts as a loop without end
 */
export function wake(mutant: string | undefined, isOnLoad: boolean, hitLimit: number): void {
  vi.useRealTimers();
  const state: Switchboard = switchboard;
  if (isOnLoad || state.isTainted !== false) vi.resetModules();
  state.isTainted = isOnLoad;
  // Not undefined: where nothing is awake yet the sources read the variable, and keep what it says.
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
