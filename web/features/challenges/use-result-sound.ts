// SPDX-License-Identifier: Apache-2.0

import { useSyncExternalStore } from 'react';
import { isSoundOn, turnSound } from './result-feel.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Changed in another tab of this browser.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns false if this browser keeps nothing. */
function turn(isOn: boolean): boolean {
  const isKept = turnSound(isOn);
  for (const listener of listeners) listener();
  return isKept;
}

/** Whether results have sound in this browser, and how to change that: the same wherever it is shown. */
export function useResultSound() {
  return { isOn: useSyncExternalStore(subscribe, isSoundOn, () => false), turn };
}
