// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { ApiError } from '../lib/api.ts';

/**
 * The row that a form was opened with, as far as it is known by now: after the server has told of a conflict, saving again
 * overwrites what somebody else has changed, knowingly.
 * @param row the first one counts: what is read again while the form is open is not what it shows
 */
export function useNewerBase<Row extends object>(row: Row) {
  const [opened] = useState(row);
  const [news, setNews] = useState<object>({});
  return {
    read: (): Row => ({ ...opened, ...news }),
    /** Takes in what a refusal tells, and throws it again. */
    learn(error: unknown): never {
      const current = getConflict(error);
      if (current) setNews((before) => ({ ...before, ...current }));
      throw error;
    },
  };
}

/** The fields that somebody else has changed meanwhile, and what they are by now. */
export function getConflict(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined;
  const { current } = error.data;
  return typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : undefined;
}
