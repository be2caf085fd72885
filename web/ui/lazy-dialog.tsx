// SPDX-License-Identifier: Apache-2.0

import { type ComponentType, useEffect, useId } from 'react';
import { readConnection } from '../lib/connection.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { Button } from './button.tsx';
import { lazyPart } from './part.tsx';
import { RingLoader } from './ring.tsx';

/**
 * A dialog whose code isn't part of the opening page. It loads when first shown, or earlier if the page prefetches it.
 * If loading fails, another dialog says so.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  const show = lazyPart(load, {
    placeholder: <Coming />,
    failure: (retry, { onClose }, hasLoaded) => (
      <Missing hasLoaded={hasLoaded} onClose={onClose} onRetry={retry} />
    ),
  });
  return Object.assign(show, { fetch: load });
}

interface MissingProps {
  hasLoaded: boolean;
  onClose: () => void;
  onRetry: () => void;
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** Uses the browser's own dialog, because the code of our dialogs may be what failed to load. */
function Missing({ hasLoaded, onClose, onRetry }: MissingProps) {
  const title = useId();
  return (
    <dialog
      ref={showModal}
      aria-labelledby={title}
      onClose={onClose}
      className="cut cut-lg fixed inset-x-3 top-auto bottom-3 mx-auto w-auto bg-line p-px text-text backdrop:bg-scrim/86 sm:top-1/2 sm:bottom-auto sm:max-w-lg sm:-translate-y-1/2"
    >
      <div className="cut-inner grid gap-4 bg-ink-1 px-5 py-5 sm:px-6">
        <h2 id={title} className="text-xl">
          {hasLoaded ? 'This part stopped working' : 'This couldn’t be opened'}
        </h2>
        <p className="text-soft">
          {hasLoaded
            ? 'Something went wrong here. If you sent something, check whether it worked before you try again.'
            : 'Part of the page didn’t load. Nothing was sent, and nothing is lost.'}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          {/* The browser closes it and returns the focus. */}
          <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>Close</Button>
          <Button kind="main" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </div>
    </dialog>
  );
}

/** On a slow network, shows that the press was noticed. Otherwise the dialog opens before anyone sees this. */
function Coming() {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-rise place-items-center bg-scrim/60 text-soft [animation-delay:200ms]">
      <RingLoader size={40} label="Loading..." />
    </div>
  );
}

/** Prefetches what will probably be shown next, once the page is idle. It then also opens without a network. */
export function useFetchedEarly(part: { fetch: () => Promise<unknown> }): void {
  useEffect(
    () =>
      whenIdle(() => {
        // Browsers don't retry a failed import.
        if (readConnection() === 'online') part.fetch().catch(() => {});
      }),
    [part],
  );
}
