// SPDX-License-Identifier: Apache-2.0

import { useRef, useState } from 'react';
import { selectedAfter } from '../lib/selected-rows.ts';

/** Which rows of a page are selected. */
export interface Selection<Row> {
  rows: Row[];
  isSelected: (id: string) => boolean;
  /** Whether all rows of the page are selected, or some. */
  all: boolean | 'some';
  press: (id: string, isRange: boolean) => void;
  selectAll: (all: boolean) => void;
  /** Deselects these rows. */
  drop: (ids: readonly string[]) => void;
  /** Also selects these rows if they are on the page. */
  add: (ids: readonly string[]) => void;
}

/** Only visible rows can be selected. Turning the page or filtering the list clears the selection. */
export function useSelection<Row>(rows: readonly Row[], getKey: (row: Row) => string): Selection<Row> {
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const ids = rows.map(getKey);
  const shown = rows.filter((row) => selected.has(getKey(row)));
  // Rows that disappear are deselected; otherwise they would still be selected when they return.
  if ([...selected].some((id) => !ids.includes(id))) select(new Set(shown.map(getKey)));
  return {
    rows: shown,
    isSelected: (id) => selected.has(id),
    all: shown.length === 0 ? false : shown.length === rows.length || 'some',
    press: (id, isRange) => {
      select(selectedAfter(selected, ids, { id, anchor: anchor.current, isRange }));
      anchor.current = id;
    },
    selectAll: (all) => select(new Set(all ? ids : [])),
    add: (back) => select((now) => new Set([...now, ...back])),
    drop: (gone) => select((now) => new Set([...now].filter((id) => !gone.includes(id)))),
  };
}
