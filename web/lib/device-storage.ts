// SPDX-License-Identifier: Apache-2.0

/**
 * This browser's local storage. Every access throws if it is blocked, and writing throws if it is full. Pages that
 * don't depend on it must still show, and callers that need it learn whether a value was stored.
 */
export const deviceStorage = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Returns false if it couldn't be stored. */
  setItem(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
  removeItem(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Then nothing is stored there anyway.
    }
  },
};

/** Shown when something required couldn't be stored. */
export const storageFailed =
  'Your browser’s storage for this site is blocked or full. Allow site data or free some space, then try again.';

const probeKey = 'storageProbe';

/** Whether something new can be stored. */
export function canStore(): boolean {
  const isKept = deviceStorage.setItem(probeKey, 'x');
  deviceStorage.removeItem(probeKey);
  return isKept;
}
