// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { ApiError } from '../lib/api.ts';

/**
 * The row that a form was opened with, as far as it is known by now: once the server has reported a conflict, saving again
 * knowingly overwrites somebody else's change.
 * @param row only the first one counts: rows read while the form is open are not what it shows
 */
export function useNewerBase<Row extends object>(row: Row) {
  const [opened] = useState(row);
  const [news, setNews] = useState<object>({});
  return {
    read: (): Row => ({ ...opened, ...news }),
    /** Remembers the values that a refusal reports, and throws it again. */
    learn(error: unknown): never {
      const current = getConflict(error);
      if (current) setNews((before) => ({ ...before, ...current }));
      throw error;
    },
  };
}

/** The fields that somebody else has changed meanwhile, with their current values. */
export function getConflict(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined;
  const { current } = error.data;
  return typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : undefined;
}
