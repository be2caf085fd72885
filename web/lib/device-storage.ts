// SPDX-License-Identifier: Apache-2.0

/**
 * This browser's local storage. It may be blocked, when each access throws, or full, when writing does. Pages that need
 * nothing of it must still show, and callers that need it learn that nothing was kept.
 */
export const deviceStorage = {
  getItem(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** False where it could not be kept. */
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
      // Nothing is kept there anyway.
    }
  },
};

/** What a person reads where something had to be kept and was not. */
export const nothingKept =
  'This browser keeps nothing for this site: its storage is blocked or full. Allow site data or free some space, then try again.';

const probeKey = 'storageProbe';

/** Whether something new can be kept. */
export function canKeep(): boolean {
  const isKept = deviceStorage.setItem(probeKey, 'x');
  deviceStorage.removeItem(probeKey);
  return isKept;
}
