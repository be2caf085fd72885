// SPDX-License-Identifier: Apache-2.0

import { type ComponentType, useEffect } from 'react';
import { readConnection } from '../lib/connection.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { lazyPart } from './part.tsx';
import { RingLoader } from './ring.tsx';

/**
 * A dialog whose code is not part of the page that opens it: it loads when first shown, or earlier if the page prefetches
 * it. If it does not load, a dialog in its place says so.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  const show = lazyPart(load, {
    placeholder: <Coming />,
    failure: (retry, { onClose }, hasLoaded) => (
      <Dialog
        open
        onClose={onClose}
        title={hasLoaded ? 'This stopped working' : "This couldn't be opened"}
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button kind="main" onClick={retry}>
              Try again
            </Button>
          </>
        }
      >
        <p className="text-soft">
          {hasLoaded
            ? 'Something went wrong while it was open. If you sent something, check whether it was done before you try again.'
            : "Part of the page didn't load. Nothing was sent, and nothing is lost."}
        </p>
      </Dialog>
    ),
  });
  return Object.assign(show, { fetch: load });
}

/** On a slow network it shows that the press was noticed; otherwise the dialog opens before this is seen. */
function Coming() {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-rise place-items-center bg-scrim/60 text-soft [animation-delay:200ms]">
      <RingLoader size={40} label="Loading..." />
    </div>
  );
}

/** Prefetches what is likely to be opened next, once the page is idle. */
export function useFetchedEarly(dialog: { fetch: () => Promise<unknown> }): void {
  useEffect(
    () =>
      whenIdle(() => {
        // Browsers do not retry a failed import.
        if (readConnection() === 'online') dialog.fetch().catch(() => {});
      }),
    [dialog],
  );
}
