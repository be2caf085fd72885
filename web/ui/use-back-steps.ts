// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef } from 'react';

/**
 * Has Back, which on a phone is a gesture, undo a step of a dialog instead of leaving the page: each open step stands in
 * the browser's history. What is closed otherwise takes its steps out of it.
 * @param depth how many steps are open
 * @param onBack undoes the last one; false where it may not be undone now
 */
export function useBackSteps(depth: number, onBack: () => boolean): void {
  const entries = useRef(0);
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });

  useEffect(() => {
    const onPop = () => {
      // Forward leads to a step that is gone; nothing is opened for it.
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
      // Not where a link has led elsewhere. A step that was undone just now may still stand in the history's state: going
      // back takes time, and as many steps as the state says would then lead out of the page.
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

/** The router's own state stays in the entry: for it nothing has moved. */
function push(dialogStep: number): void {
  const dialogLoad = performance.timeOrigin;
  window.history.pushState({ ...window.history.state, dialogStep, dialogLoad }, '');
}

/** A step from before the page was loaded again is none any more: its dialog went with the old page. */
function currentStep(): number {
  const { dialogStep = 0, dialogLoad } = window.history.state ?? {};
  return dialogLoad === performance.timeOrigin ? dialogStep : 0;
}
