// SPDX-License-Identifier: Apache-2.0

import { useSyncExternalStore } from 'react';
import { isUnanswered, waitForServer } from './connection.ts';

const firstDelayMs = 2_000;
const maxDelayMs = 60_000;

interface PublicData<Data> {
  /** Undefined until loaded; pages must make sense without it. */
  useData(): Data | undefined;
  /** True if loading failed and there is no earlier data. */
  useIsFailing(): boolean;
}

/**
 * Public data for light pages without a query cache. Loaded once per page load, when first needed, and retried until it
 * succeeds.
 * @param read a `quiet` call
 * @param refreshMs if set, reloads at this interval while the page is visible
 */
export function publicData<Data>(
  read: () => Promise<Data>,
  { refreshMs }: { refreshMs?: number } = {},
): PublicData<Data> {
  let data: Data | undefined;
  let hasAsked = false;
  let failures = 0;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  async function load(): Promise<void> {
    hasAsked = true;
    try {
      data = await read();
      failures = 0;
      tell();
      // The service worker answered with what it kept. A browser without a network may still reach a server nearby.
      if (isUnanswered) void waitForServer().then(load);
      else if (refreshMs) setTimeout(refresh, refreshMs);
    } catch {
      // Retries, so that an open page doesn't stay empty because its first try met a restart.
      const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
      failures += 1;
      tell();
      setTimeout(() => void load(), delay * (0.5 + Math.random() / 2));
    }
  }

  function refresh(): void {
    if (listeners.size > 0 && document.visibilityState === 'visible') void load();
    // The next component that shows it loads it again.
    else if (listeners.size === 0) hasAsked = false;
    else document.addEventListener('visibilitychange', () => void load(), { once: true });
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (!hasAsked) void load();
    return () => listeners.delete(listener);
  };
  return {
    useData: () =>
      useSyncExternalStore(
        subscribe,
        () => data,
        () => undefined,
      ),
    useIsFailing: () =>
      useSyncExternalStore(
        subscribe,
        () => failures > 0 && data === undefined,
        () => false,
      ),
  };
}
