// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { Bell } from './icons/bell.ts';
import { Check } from './icons/check.ts';
import { CircleAlert } from './icons/circle-alert.ts';
import 'sonner/dist/styles.css';
import { undoMs } from '../../contract/undo.ts';
import { type ApiError, isWaiting, referenceOfFault } from '../lib/api.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

/** How long each kind stays, in milliseconds (product specification, section 9). Toasts with an action stay longer. */
export const toastMs = {
  requestError: 1_500,
  fetchError: 3_000,
  copy: 2_000,
  done: 3_000,
  news: 5_000,
  offer: undoMs,
};

/** An action that a toast offers, such as "Undo". */
export interface ToastAction {
  label: string;
  onPress: () => void;
}

const signs = {
  good: { Icon: Check, className: 'text-win' },
  bad: { Icon: CircleAlert, className: 'text-loss' },
  news: { Icon: Bell, className: 'text-storm-soft' },
};

function show(
  tone: keyof typeof signs,
  duration: number,
  title: string,
  text?: string | undefined,
  { action, id = `${tone}:${title}:${text ?? ''}` }: { action?: ToastAction; id?: string } = {},
): void {
  const { Icon, className } = signs[tone];
  const icon = <Icon size={20} className={`mt-px shrink-0 ${className}`} aria-hidden="true" />;
  // The same message again reuses its toast: retries must not pile up.
  toast.custom((id) => <ToastBody id={id} icon={icon} title={title} text={text} action={action} />, {
    duration,
    id,
    position: getPosition(),
  });
}

/**
 * Balance, bell and menu, and what they open at the right, stay free. A phone has its bar and the buttons of dialogs at the
 * bottom: there toasts start below the header, wherever it ends now.
 */
function getPosition(): 'top-center' | 'bottom-left' {
  const end = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  document.documentElement.style.setProperty('--toast-top', `${Math.max(0, end) + 8}px`);
  return matchMedia('(width < 40rem)').matches ? 'top-center' : 'bottom-left';
}

const undoable = new Map<string, string>();
let offered = 0;

/** Replaces the offer to undo an earlier change of the same things, whose time is over. */
function showUndo(key: string, onUndo: () => void, title: string, text?: string): void {
  const earlier = undoable.get(key);
  if (earlier) toast.dismiss(earlier);
  const id = `undo:${++offered}`;
  undoable.set(key, id);
  show('good', toastMs.offer, title, text, { action: { label: 'Undo', onPress: onUndo }, id });
}

function ToastBody({
  id,
  icon,
  title,
  text,
  action,
}: {
  id: string | number;
  icon: ReactNode;
  title: string;
  text: string | undefined;
  action: ToastAction | undefined;
}) {
  return (
    <Card
      className="w-full cut-md font-sans sm:w-90"
      inside="flex items-start gap-3 bg-ink-2 px-4 py-3.5 text-sm"
    >
      {icon}
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {text && <p className="break-words text-soft">{text}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          className="-my-1 shrink-0"
          data-toast-action={action.label}
          onClick={() => {
            toast.dismiss(id);
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      )}
    </Card>
  );
}

function showFailure(message: string, error?: unknown): void {
  const reference = referenceOfFault(error);
  const text = reference && `Reference: ${reference}`;
  // The reference differs each time.
  show('bad', toastMs.requestError, message, text, { id: `bad:${message}` });
}

/** The product's toasts. They never replace the message at the place of the failure. */
export const notify = {
  /** A failed request, 1.5 s, with the reference of a server fault. The api client shows these by itself. */
  requestFailed: showFailure,
  /** An answer that was not a success: a failure, or a change that waits for a second administrator. */
  answered: (failure: ApiError) =>
    isWaiting(failure)
      ? show('news', toastMs.offer, 'This waits for approval', failure.message)
      : showFailure(failure.message, failure),
  /** Data that could not be fetched, 3 s: title "Error" over the message, or the message alone. */
  fetchFailed: (message: string, title?: string) =>
    title ? show('bad', toastMs.fetchError, title, message) : show('bad', toastMs.fetchError, message),
  /** A payment that did not go through, 3 s. */
  paymentFailed: (title: string, message?: string) => show('bad', toastMs.fetchError, title, message),
  copied: (message: string) => show('good', toastMs.copy, message),
  copyFailed: (message: string) => show('bad', toastMs.copy, message),
  done: (message: string) => show('good', toastMs.done, message),
  /** Something happened that the player did not do. */
  news: (title: string, text?: string) => show('news', toastMs.news, title, text),
  /** Something was done, and the toast offers a next step or an undo. */
  doneWith: (action: ToastAction, title: string, text?: string) =>
    show('good', toastMs.offer, title, text, { action }),
  /** A change that can be undone for eight seconds. `key` names what was changed: its newest change alone can be undone. */
  undoable: showUndo,
};

export function Toaster() {
  return (
    // As long as a toast is open, the library would send the focus back when somebody tabs through the toasts.
    <div onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner
        theme="dark"
        offset={{ top: 'var(--toast-top)', bottom: '4rem', left: 'var(--toast-left, 1.5rem)' }}
        mobileOffset={{ top: 'var(--toast-top)' }}
        gap={10}
        // Behind the first toast only an edge shows: texts of other heights would stick out.
        className="[&_[data-expanded=false][data-front=false]>*]:opacity-0 [&_li:focus-visible]:outline-2! [&_li:focus-visible]:outline-storm-soft!"
      />
    </div>
  );
}
