// SPDX-License-Identifier: Apache-2.0

import { useSyncExternalStore } from 'react';

const firstDelayMs = 2_000;
const maxDelayMs = 60_000;

interface PublicData<Data> {
  /** Undefined until the data have arrived (pages must make sense without them). */
  useData(): Data | undefined;
  /** Whether loading failed and there is no earlier data to show. */
  useIsFailing(): boolean;
}

/**
 * Data that everybody may read, for pages that must stay light: no query cache. Loaded once per page load, when a part first
 * needs it, and retried after a failure, however often that takes.
 * @param read a `quiet` call
 * @param refreshMs if set, also reloads at this interval while the page is visible
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
      if (refreshMs) setTimeout(refresh, refreshMs);
    } catch {
      // An open page must not stay without data because its first try met a restart.
      const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
      failures += 1;
      tell();
      setTimeout(() => void load(), delay * (0.5 + Math.random() / 2));
    }
  }

  function refresh(): void {
    if (listeners.size > 0 && document.visibilityState === 'visible') void load();
    // The next part that shows it loads it again.
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
