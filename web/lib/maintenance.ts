// SPDX-License-Identifier: Apache-2.0

/** Whether there is maintenance, according to the server's last fresh answer. */
import { useSyncExternalStore } from 'react';
import { maintenanceHeader } from '../../contract/answers.ts';

let until: string | undefined;
const listeners = new Set<() => void>();

/**
 * The API client reports every answer here. Answers that may come from a cache are ignored, because they may be old.
 */
export function noteMaintenance({ headers }: Response): void {
  if (!headers.get('cache-control')?.includes('no-store')) return;
  const told = headers.get(maintenanceHeader) ?? undefined;
  if (told === until) return;
  until = told;
  for (const listener of listeners) listener();
}

/** The planned end of maintenance, ISO 8601; undefined if there is none. */
export function useMaintenance(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => until,
    () => undefined,
  );
}
