// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';

/**
 * Makes Back, a gesture on phones, undo a step of a dialog instead of leaving the page: each open step has an entry in the
 * browser's history. A step that is closed in another way removes its entries.
 * @param depth how many steps are open
 * @param onBack undoes the last one; returns false if it cannot be undone now
 */
export function useBackSteps(depth: number, onBack: () => boolean): void {
  const entries = useRef(0);
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });

  useEffect(() => {
    const onPop = () => {
      // Forward leads to a step that is gone; nothing opens for it.
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
      // Not after a link has led elsewhere. The entry of a step undone just now may still be in the history's state: going
      // back is asynchronous, and as many steps as the state says would then leave the page.
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

/** The router's own state stays in the entry: for the router nothing has moved. */
function push(dialogStep: number): void {
  const dialogLoad = performance.timeOrigin;
  window.history.pushState({ ...window.history.state, dialogStep, dialogLoad }, '');
}

/** A step from before a reload does not count: its dialog went with the old page. */
function currentStep(): number {
  const { dialogStep = 0, dialogLoad } = window.history.state ?? {};
  return dialogLoad === performance.timeOrigin ? dialogStep : 0;
}
