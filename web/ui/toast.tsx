// SPDX-License-Identifier: Apache-2.0

import { useEffect, useSyncExternalStore } from 'react';
import { undoMs } from '../../contract/undo.ts';
import { type ApiError, isWaiting, referenceOfFault } from '../lib/api.ts';
import { loadPart } from '../lib/load-part.ts';
import { useToken } from '../lib/session.ts';
import { PartBoundary } from './part.tsx';
import type { Toast, ToastAction } from './toaster.tsx';

/** How long each kind stays, in milliseconds (product specification, section 9). Toasts with an action stay longer. */
export const toastMs = {
  requestError: 1_500,
  fetchError: 3_000,
  copy: 2_000,
  done: 3_000,
  news: 5_000,
  offer: undoMs,
};

type Code = typeof import('./toaster.tsx');
let code: Code | undefined;
const listeners = new Set<() => void>();

/** From a session's end until somebody presses something: what is answered meanwhile is for the player who left. */
let hasPlayerLeft = false;
const noteUse = () => {
  hasPlayerLeft = false;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

async function load(): Promise<Code> {
  code = await import('./toaster.tsx');
  for (const listener of listeners) listener();
  return code;
}

function ToastPlace() {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => code?.Toaster,
    () => undefined,
  );
  const token = useToken();
  useEffect(() => {
    // Signing in where nobody was is a use too.
    if (token === null) return noteUse;
    return () => {
      hasPlayerLeft = true;
      code?.dismissToast();
      for (const press of ['pointerdown', 'keydown']) window.addEventListener(press, noteUse, { once: true });
    };
  }, [token]);
  return (
    Toaster && (
      <PartBoundary>
        <Toaster />
      </PartBoundary>
    )
  );
}

/**
 * The place for toasts. Its code loads with the first toast, or earlier if the page prefetches it: screen readers
 * announce a toast only in a place that existed before.
 */
export const Toasts = Object.assign(ToastPlace, { fetch: load });

/** A toast that waited longer than this for its code, such as without a network, is outdated. */
const waitsMs = 10_000;

/** @param replaces the id of a toast whose offer has expired */
async function present(toast: Toast, replaces?: string): Promise<void> {
  const since = performance.now();
  const { showToast, dismissToast } = await loadPart(load);
  const waitedMs = performance.now() - since;
  if (replaces) dismissToast(replaces);
  // The time to undo starts with the change.
  const duration = toast.action ? toast.duration - waitedMs : toast.duration;
  if (waitedMs < waitsMs && duration > 0 && !hasPlayerLeft) showToast({ ...toast, duration });
}

function show(
  tone: Toast['tone'],
  duration: number,
  title: string,
  text?: string | undefined,
  {
    action,
    id = `${tone}:${title}:${text ?? ''}`,
    replaces,
  }: { action?: ToastAction; id?: string; replaces?: string | undefined } = {},
): void {
  // The same message reuses its toast, so that retries don't pile up. If the code fails to load, the message at the
  // place of the failure remains.
  present({ tone, duration, title, text, action, id }, replaces).catch(() => {});
}

const undoable = new Map<string, string>();
let offered = 0;

/** Replaces the undo offer of an earlier change to the same things, which has expired. */
function showUndo(key: string, onUndo: () => void, title: string, text?: string): void {
  const replaces = undoable.get(key);
  const id = `undo:${++offered}`;
  undoable.set(key, id);
  show('good', toastMs.offer, title, text, { action: { label: 'Undo', onPress: onUndo }, id, replaces });
}

function showFailure(message: string, error?: unknown): void {
  const reference = referenceOfFault(error);
  const text = reference && `Reference: ${reference}`;
  // Ignores the reference, which differs each time.
  show('bad', toastMs.requestError, message, text, { id: `bad:${message}` });
}

/** The product's toasts. They never replace the message at the place of the failure. */
export const notify = {
  /** A failed request, for 1.5 s, with the reference after a server error. The API client shows these automatically. */
  requestFailed: showFailure,
  /** An answer that isn't a success: a failure, or a change that needs a second administrator. */
  answered: (failure: ApiError) =>
    isWaiting(failure)
      ? show('news', toastMs.offer, 'This waits for approval', failure.message)
      : showFailure(failure.message, failure),
  /** Data that couldn't be fetched, for 3 s: title "Error" over the message, or only the message. */
  fetchFailed: (message: string, title?: string) =>
    title ? show('bad', toastMs.fetchError, title, message) : show('bad', toastMs.fetchError, message),
  /** A failed payment, for 3 s. */
  paymentFailed: (title: string, message?: string) => show('bad', toastMs.fetchError, title, message),
  copied: (message: string) => show('good', toastMs.copy, message),
  copyFailed: (message: string) => show('bad', toastMs.copy, message),
  done: (message: string) => show('good', toastMs.done, message),
  /** Something happened that the player didn't cause. */
  news: (title: string, text?: string) => show('news', toastMs.news, title, text),
  /** Something was done, and the toast offers a next step or an undo. */
  doneWith: (action: ToastAction, title: string, text?: string) =>
    show('good', toastMs.offer, title, text, { action }),
  /**
   * A change that can be undone for eight seconds. `key` names the changed thing; only its newest change can be undone.
   */
  undoable: showUndo,
};
