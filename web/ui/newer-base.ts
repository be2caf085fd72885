// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { ApiError } from '../lib/api.ts';

/**
 * The row that a form was opened with, as far as it is known by now: after the server has told of a conflict, saving again
 * overwrites what somebody else has changed, knowingly.
 */
export function useNewerBase<Row extends object>() {
  const [news, setNews] = useState<object>({});
  return {
    of: (row: Row): Row => ({ ...row, ...news }),
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
