// SPDX-License-Identifier: Apache-2.0

import { useCallback, useEffect, useState } from 'react';

interface PublicRecord<Data> {
  data: Data | undefined;
  error: unknown;
  retry: () => void;
}

/**
 * One record that everybody may read, such as a shared receipt, for pages that must stay light (public-data.ts). Loaded
 * again when the key changes and when `retry` is called; the earlier data stay until then, also if loading fails.
 * @param key which record it is
 * @param read a `quiet` call
 * @param refreshMs if set, also reloads at this interval while the page is visible
 */
export function usePublicRecord<Data>(
  key: string,
  read: (signal: AbortSignal) => Promise<Data>,
  { refreshMs }: { refreshMs?: number } = {},
): PublicRecord<Data> {
  const [tries, setTries] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; data?: Data; error?: unknown }>({ key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same once more.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    read(signal).then(
      (data) => !signal.aborted && setAnswer({ key, data }),
      (error: unknown) =>
        !signal.aborted && setAnswer((known) => (known.key === key ? { ...known, error } : { key, error })),
    );
    return () => leaving.abort();
  }, [key, tries]);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  useEffect(() => {
    if (!refreshMs) return;
    const refreshing = setInterval(() => document.visibilityState === 'visible' && retry(), refreshMs);
    return () => clearInterval(refreshing);
  }, [refreshMs, retry]);
  // Data read for another key is not this one's.
  const { data, error } = answer.key === key ? answer : {};
  return { data, error, retry };
}
