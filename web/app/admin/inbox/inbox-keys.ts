// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useMemo, useRef } from 'react';
import { useSingleKeys } from '../keys/single-keys.ts';

/**
 * Moves through the rows of a list with j and k. Enter follows the link of a row, as links do; e presses its first button, or
 * follows the link where it has none.
 * @returns `note` the place of a row that is worked on, and `refocus`, which goes there again: the row may be done and gone
 */
export function useInboxKeys(list: RefObject<HTMLElement | null>): {
  note: (place: number) => void;
  refocus: () => void;
} {
  const last = useRef(-1);
  const { keys, ...rest } = useMemo(() => {
    const getRows = () => [...(list.current?.children ?? [])];
    function focus(place: number): Element | undefined {
      const rows = getRows();
      last.current = Math.max(0, Math.min(place, rows.length - 1));
      const row = rows[last.current];
      row?.querySelector('a')?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
      return row;
    }
    /** Where the reader is: where a row is gone, at the one that took its place. */
    function getPlace(): { place: number; isGone: boolean } {
      const place = getRows().findIndex((row) => row.contains(document.activeElement));
      return place < 0 ? { place: last.current, isGone: true } : { place, isGone: false };
    }
    const keys = {
      j() {
        const { place, isGone } = getPlace();
        focus(isGone ? place : place + 1);
      },
      k: () => focus(getPlace().place - 1),
      e() {
        const row = focus(getPlace().place);
        (row?.querySelector<HTMLElement>('button') ?? row?.querySelector('a'))?.click();
      },
    };
    return {
      keys,
      note(place: number) {
        last.current = place;
      },
      refocus() {
        if (last.current >= 0 && document.activeElement === document.body) focus(last.current);
      },
    };
  }, [list]);
  useSingleKeys(keys);
  return rest;
}
