// SPDX-License-Identifier: Apache-2.0

import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { readConnection } from '../lib/connection.ts';
import { loadPart } from '../lib/load-part.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { RingLoader } from './ring.tsx';

/**
 * A dialog whose code is no part of the page that opens it: it comes when it is first shown, or before, where the page
 * fetches it early.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await loadPart(load) })) as ComponentType<Props>;
  const show = (props: Props) => (
    <Suspense fallback={<Coming />}>
      <Part {...props} />
    </Suspense>
  );
  return Object.assign(show, { fetch: load });
}

/** Where the network is slow, it shows that the press was taken; else the dialog is there before this is seen. */
function Coming() {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-rise place-items-center bg-scrim/60 text-soft [animation-delay:200ms]">
      <RingLoader size={40} label="Loading..." />
    </div>
  );
}

/** Fetches what is likely to be opened next, once the page has nothing else to do. */
export function useFetchedEarly(dialog: { fetch: () => Promise<unknown> }): void {
  useEffect(
    () =>
      whenIdle(() => {
        // Browsers repeat no import that failed.
        if (readConnection() === 'online') dialog.fetch().catch(() => {});
      }),
    [dialog],
  );
}
