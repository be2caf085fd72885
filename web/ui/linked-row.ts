// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';
import type { TableAddress } from '../lib/table-address.ts';
import type { ListSource } from './list-source.ts';

/**
 * Opens the row that a link to the list names, such as `?open=12`, once. A list read earlier may lack the row, so it is
 * read again before the link is given up.
 */
export function useLinkedRow<Row extends { _id: string }>(
  { choice, change }: Pick<TableAddress<string>, 'choice' | 'change'>,
  { query }: ListSource<Row>,
  open: (row: Row) => void,
): void {
  const linked = choice('open');
  // The address changes only some renders later.
  const opened = useRef('');
  const reread = useRef('');
  useEffect(() => {
    if (!linked) opened.current = reread.current = '';
    if (linked === opened.current || !query.data || query.isPlaceholderData) return;
    const row = query.data.list.find(({ _id }) => _id === linked);
    if (!row && query.isFetching) return;
    if (!row && linked !== reread.current) {
      reread.current = linked;
      void query.refetch();
      return;
    }
    opened.current = linked;
    if (row) open(row);
    change({ open: undefined });
  });
}
