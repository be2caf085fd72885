// SPDX-License-Identifier: Apache-2.0

import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { auditApi } from '../../../contract/audit-admin.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { call } from '../../lib/api.ts';

type AuditQuery = InputOf<typeof auditApi.list>['query'];
/** The log's filter. */
export type AuditFilter = Omit<AuditQuery, 'before' | 'limit'>;

/** The log, newest first, page by page. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'audit-log', filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        auditApi.list,
        { query: { ...filter, ...(pageParam && { before: pageParam }) } },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
    placeholderData: keepPreviousData,
    // Refetched, because changes on other tabs add entries.
    staleTime: 0,
  });
}

/** Fetches all pages of a search, for a file. Each page starts where the previous one ended. */
export function auditReader(filter: AuditFilter) {
  let before: string | null = null;
  return async (page: number, limit: number) => {
    if (page > 1 && before === null) return { list: [] };
    const query = { ...filter, limit, ...(page > 1 && before && { before }) };
    const { list, nextBefore } = await call(auditApi.list, { query }, { quiet: true });
    before = nextBefore;
    return { list };
  };
}
