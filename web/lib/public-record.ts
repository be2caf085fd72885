// SPDX-License-Identifier: Apache-2.0

import { useCallback, useEffect, useState } from 'react';

interface PublicRecord<Data> {
  data: Data | undefined;
  error: unknown;
  retry: () => void;
}

/**
 * One public record, such as a shared receipt, for light pages (public-data.ts). Loaded again when the key changes and
 * when `retry` is called. Earlier data stays until then, and also if loading fails.
 * @param key identifies the record
 * @param read a `quiet` call
 * @param refreshMs if set, reloads at this interval while the page is visible
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
  // Data of another key doesn't belong to this record.
  const { data, error } = answer.key === key ? answer : {};
  return { data, error, retry };
}
