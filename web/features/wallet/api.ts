// SPDX-License-Identifier: Apache-2.0

import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { type HistoryEntry, type HistoryType, walletApi } from '../../../contract/wallet.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/**
 * The statement, newest first, optionally of one type. Each page repeats the summary and breakdown of the whole. The
 * previous type stays visible while another loads.
 */
export function statementQuery(type: HistoryType | undefined) {
  return infiniteQueryOptions({
    queryKey: [...keys.statement, type ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        walletApi.history,
        { query: { ...(pageParam && { before: pageParam }), ...(type && { type }) } },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
    placeholderData: keepPreviousData,
  });
}

const exportPageSize = 200;

/** The whole history, or all of one type, for an export. Paging by id neither skips nor repeats entries. */
export async function readWholeHistory(type: HistoryType | undefined): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  let before: string | null = null;
  do {
    const query: { limit: number; before?: string; type?: HistoryType } = { limit: exportPageSize };
    if (before) query.before = before;
    if (type) query.type = type;
    const page = await call(walletApi.history, { query });
    entries.push(...page.history);
    before = page.nextBefore;
  } while (before);
  return entries;
}
