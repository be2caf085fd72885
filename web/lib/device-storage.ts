// SPDX-License-Identifier: Apache-2.0

/**
 * This browser's local storage. It may be blocked, so that every access throws, or full, so that writing does. Pages that do
 * not depend on it must still show, and callers that need it learn that nothing was kept.
 */
export const deviceStorage = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Returns false if it could not be kept. */
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
      // Then nothing is kept there anyway.
    }
  },
};

/** Shown when something had to be kept and could not be. */
export const storageFailed =
  'Your browser’s storage for this site is blocked or full. Allow site data or free some space, then try again.';

const probeKey = 'storageProbe';

/** Whether something new can be kept. */
export function canStore(): boolean {
  const isKept = deviceStorage.setItem(probeKey, 'x');
  deviceStorage.removeItem(probeKey);
  return isKept;
}
