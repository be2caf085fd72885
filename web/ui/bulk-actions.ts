// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { UndoableOptions } from '../lib/api.ts';
import { plural } from '../lib/format.ts';
import type { BulkAction, BulkCallOptions } from './use-bulk-run.ts';

interface Switching<Row> {
  /** Names of the two actions: "Put on sale", "put on sale". */
  on: { label: string; done: string };
  off: { label: string; done: string };
  /** Why a row can't be switched, in words; undefined if it can. */
  obstacle?: (row: Row) => string | undefined;
  run: (row: Row, isActive: boolean, options: UndoableOptions) => Promise<unknown>;
}

/** Actions that turn rows on and off. They skip rows that are already in that state. */
export function switchActions<Row extends { isActive: boolean }>({
  on,
  off,
  obstacle,
  run,
}: Switching<Row>): BulkAction<Row>[] {
  return [true, false].map((isActive) => {
    const words = isActive ? on : off;
    return {
      ...words,
      obstacle: (row) =>
        obstacle?.(row) ?? (row.isActive === isActive ? `It is ${words.done} already` : undefined),
      run: (row, options) => run(row, isActive, options),
      undo: (row, options) => run(row, !isActive, { ...options, isUndo: true }),
    };
  });
}

/** Deletes rows after a single question. */
export function deleteAction<Row extends { _id: string }>({
  what,
  text,
  obstacle,
  run,
}: {
  /** "gift card", "gift cards" */
  what: { one: string; many: string };
  text: (rows: readonly Row[]) => ReactNode;
  obstacle?: (row: Row) => string | undefined;
  run: (id: string, options: BulkCallOptions) => Promise<unknown>;
}): BulkAction<Row> {
  return {
    label: 'Delete',
    done: 'deleted',
    isDanger: true,
    ...(obstacle && { obstacle }),
    question: (rows) => ({
      title: `Delete ${plural(rows.length, what.one, what.many)}?`,
      text: text(rows),
    }),
    run: ({ _id }, options) => run(_id, options),
  };
}
