// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

const unsavedChanges = {
  title: 'Discard your changes?',
  text: 'Your changes aren’t saved yet.',
  keepLabel: 'Keep editing',
  confirmLabel: 'Discard',
};

/**
 * Protects a form's unsaved changes: asks before closing it, before navigating in the app and before leaving the page.
 * @param close missing if the form never closes
 * @param words the question, if it isn't about a form
 * @param isInTab true if the form is also lost when only the query changes
 * @returns `ask` closes if nothing is unsaved, and asks otherwise. `leave` closes without asking. The caller must
 * render `question`.
 */
export function useUnsavedGuard(
  isUnsaved: boolean,
  {
    close = () => {},
    isInTab = false,
    words = unsavedChanges,
  }: { close?: () => void; isInTab?: boolean; words?: typeof unsavedChanges },
): { ask: () => void; leave: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const isLeaving = useRef(false);
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) =>
        isUnsaved &&
        !isLeaving.current &&
        (currentLocation.pathname !== nextLocation.pathname ||
          (isInTab && currentLocation.search !== nextLocation.search)),
      [isUnsaved, isInTab],
    ),
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isUnsaved && !isLeaving.current) event.preventDefault();
      },
      [isUnsaved],
    ),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') setAsking(true);
  }, [blocker.state]);

  function leave(): void {
    isLeaving.current = true;
    close();
  }
  function stay(): void {
    setAsking(false);
    blocker.reset?.();
  }
  function giveUp(): void {
    isLeaving.current = true;
    setAsking(false);
    if (blocker.state === 'blocked') blocker.proceed();
    else close();
  }
  const question = isAsking && <ConfirmDialog {...words} onConfirm={giveUp} onClose={stay} />;
  return { ask: () => (isUnsaved ? setAsking(true) : leave()), leave, question };
}
