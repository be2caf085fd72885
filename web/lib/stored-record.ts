// SPDX-License-Identifier: Apache-2.0

import { deviceStorage } from './device-storage.ts';
import { whenShownAgain } from './page-restored.ts';
import type { Check } from './stored-shape.ts';

export interface StoredRecord<Value> {
  /** The current value; the same object until it changes, as React needs for comparing. */
  read(): Value | null;
  /** Null removes it. Returns false if it couldn't be stored. */
  write(value: Value | null): boolean;
  subscribe(listener: () => void): () => void;
}

/**
 * One record in local storage, which survives a reload and is shared by all tabs. A value that fails the check (written
 * by an older version, or edited by hand) counts as missing.
 */
export function storedRecord<Value>(key: string, isValid: Check<Value>): StoredRecord<Value> {
  const listeners = new Set<() => void>();
  let lastText: string | null = null;
  let last: Value | null = null;

  function parse(text: string): Value | null {
    try {
      const value: unknown = JSON.parse(text);
      return isValid(value) ? value : null;
    } catch {
      return null;
    }
  }
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let leaveShown = () => {};
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell();
  };

  return {
    read() {
      const text = deviceStorage.getItem(key);
      if (text !== lastText) last = text === null ? null : parse(text);
      lastText = text;
      return last;
    },
    write(value) {
      if (value === null) deviceStorage.removeItem(key);
      else if (!deviceStorage.setItem(key, JSON.stringify(value))) return false;
      tell();
      return true;
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener('storage', onStorage);
        leaveShown = whenShownAgain(tell);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener('storage', onStorage);
        leaveShown();
      };
    },
  };
}
