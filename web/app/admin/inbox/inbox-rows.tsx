// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Deed } from '../../../ui/waiting-work.ts';
import type { InboxRow } from './all-waiting.ts';
import { useInboxKeys } from './inbox-keys.ts';
import { InboxRowView } from './inbox-row.tsx';

/** Rows of the inbox with their keys, and the dialog of the action that was chosen. */
export function InboxRows({
  rows,
  label,
  empty,
}: {
  rows: readonly InboxRow[];
  label: string;
  /** Shown instead of no rows. */
  empty?: ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { note, refocus } = useInboxKeys(list);
  const [opened, open] = useState<Deed>();
  // Not their number, because another row may take the place of one that leaves.
  const shown = rows.map(({ kind, id }) => `${kind} ${id}`).join();
  useEffect(() => {
    if (opened || !shown) return;
    // After the dialog has closed and returned the focus to its row, which may be removed only afterwards.
    const frame = requestAnimationFrame(refocus);
    return () => cancelAnimationFrame(frame);
  }, [opened, refocus, shown]);
  return (
    <>
      {rows.length > 0 ? (
        <ul ref={list} aria-label={label} className="grid gap-1.5">
          {rows.map((row, place) => (
            <InboxRowView
              key={`${row.kind} ${row.id}`}
              row={row}
              onDeed={(deed) => {
                note(place);
                open(deed);
              }}
            />
          ))}
        </ul>
      ) : (
        empty
      )}
      {opened?.dialog(() => open(undefined))}
    </>
  );
}
