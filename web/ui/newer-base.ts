// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { ApiError } from '../lib/api.ts';

/**
 * The row that a form was opened with, plus newer values from reported conflicts: after seeing a conflict, saving again
 * deliberately overwrites the other change.
 * @param row only the first one counts, because rows fetched while the form is open aren't what it shows
 */
export function useNewerBase<Row extends object>(row: Row) {
  const [opened] = useState(row);
  const [news, setNews] = useState<object>({});
  return {
    read: (): Row => ({ ...opened, ...news }),
    /** Remembers the values from a conflict, and rethrows the error. */
    learn(error: unknown): never {
      const current = getConflict(error);
      if (current) setNews((before) => ({ ...before, ...current }));
      throw error;
    },
  };
}

/** The fields that somebody else has changed, with their current values. */
export function getConflict(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined;
  const { current } = error.data;
  return typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : undefined;
}
