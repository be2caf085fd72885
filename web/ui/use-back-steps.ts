// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';

/**
 * Makes Back (a gesture on phones) undo a step of a dialog instead of leaving the page: each open step adds an entry to
 * the browser's history. Closing a step in another way removes its entries.
 * @param depth number of open steps
 * @param onBack undoes the last step; returns false if that isn't possible now
 */
export function useBackSteps(depth: number, onBack: () => boolean): void {
  const entries = useRef(0);
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });

  useEffect(() => {
    const onPop = () => {
      // Forward leads to a closed step; nothing opens for it.
      if (currentStep() >= entries.current) return;
      entries.current -= 1;
      if (!latest.current()) {
        entries.current += 1;
        push(entries.current);
      }
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      // Goes back only if the page is still on one of the entries, not after a link has led elsewhere. Counts its own
      // entries instead of the history's state, because going back is asynchronous: the state may still be that of a
      // step undone just now, and going back that far would leave the page.
      if (currentStep() > 0 && entries.current > 0) window.history.go(-entries.current);
    };
  }, []);

  useEffect(() => {
    const surplus = entries.current - depth;
    if (surplus > 0) {
      entries.current = depth;
      window.history.go(-surplus);
      return;
    }
    while (entries.current < depth) {
      entries.current += 1;
      push(entries.current);
    }
  }, [depth]);
}

/** Keeps the router's own state in the entry, so that the router sees no navigation. */
function push(dialogStep: number): void {
  const dialogLoad = performance.timeOrigin;
  window.history.pushState({ ...window.history.state, dialogStep, dialogLoad }, '');
}

/** Steps from before a reload don't count: their dialog went with the old page. */
function currentStep(): number {
  const { dialogStep = 0, dialogLoad } = window.history.state ?? {};
  return dialogLoad === performance.timeOrigin ? dialogStep : 0;
}
