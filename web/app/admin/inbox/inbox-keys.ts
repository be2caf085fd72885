// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useMemo, useRef } from 'react';
import { useSingleKeys } from '../keys/single-keys.ts';

/** How long after its dialog a finished row may still leave the list. Later, the focus belongs where it is. */
const leavesWithinMs = 10_000;

/**
 * Keys for a list: j and k move through its rows, and e presses a row's first button, or follows its link if it has no
 * button.
 * @returns `note` remembers the place of the row being worked on. `refocus` returns there, since the finished row may
 * be gone.
 */
export function useInboxKeys(list: RefObject<HTMLElement | null>): {
  note: (place: number) => void;
  refocus: () => void;
} {
  const last = useRef(-1);
  /** Until when, by `performance.now()`. */
  const mayLoseFocus = useRef(0);
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
    /** The place of the focused row. If that row is gone, the place of the one that replaced it. */
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
        mayLoseFocus.current = Number.POSITIVE_INFINITY;
      },
      refocus() {
        const now = performance.now();
        if (now > mayLoseFocus.current) return;
        mayLoseFocus.current = Math.min(mayLoseFocus.current, now + leavesWithinMs);
        if (document.activeElement !== document.body) return;
        mayLoseFocus.current = 0;
        focus(last.current);
      },
    };
  }, [list]);
  useSingleKeys(keys);
  return rest;
}
