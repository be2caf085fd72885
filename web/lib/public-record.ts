// SPDX-License-Identifier: Apache-2.0

import { useCallback, useEffect, useState } from 'react';
import { apiBase, send } from './api.ts';

interface PublicRecord<Data> {
  data: Data | undefined;
  error: unknown;
  retry: () => void;
}

/**
 * One record that everybody may read, such as a shared receipt, for pages that must stay light (public-data.ts). Loaded
 * again when the address changes and when `retry` is called; the earlier data stay until then, also if loading fails.
 * @param path below the API's address
 * @param refreshMs if set, also reloads at this interval while the page is visible
 */
export function usePublicRecord<Data>(
  path: string,
  { refreshMs }: { refreshMs?: number } = {},
): PublicRecord<Data> {
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<{ path: string; data?: Data; error?: unknown }>({ path });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same once more.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    send(apiBase + path, { signal }).then(
      (data) => !signal.aborted && setAnswer({ path, data: data as Data }),
      (error: unknown) =>
        !signal.aborted &&
        setAnswer((known) => (known.path === path ? { ...known, error } : { path, error })),
    );
    return () => leaving.abort();
  }, [path, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  useEffect(() => {
    if (!refreshMs) return;
    const refreshing = setInterval(() => document.visibilityState === 'visible' && retry(), refreshMs);
    return () => clearInterval(refreshing);
  }, [refreshMs, retry]);
  // Data read for another address is not this one's.
  const { data, error } = answer.path === path ? answer : {};
  return { data, error, retry };
}
