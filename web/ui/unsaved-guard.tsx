// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

const unsavedChanges = {
  title: 'Discard your changes?',
  text: 'What you entered is not saved yet.',
  keepLabel: 'Keep editing',
  confirmLabel: 'Discard',
};

/**
 * Keeps a form with unsaved changes from being lost: closing it, going elsewhere in the app or leaving the page asks.
 * @param close missing where the form is never closed
 * @param words what is asked, where it is not about a form
 * @param isInTab the form goes with the rest of the address too, not only with its path
 * @returns `ask` closes when nothing is unsaved, and asks otherwise; `leave` closes without a question; `question` is
 * to be rendered.
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
