// SPDX-License-Identifier: Apache-2.0

import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { readConnection } from '../lib/connection.ts';
import { loadPart } from '../lib/load-part.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { RingLoader } from './ring.tsx';

/**
 * A dialog whose code is not part of the page that opens it: it loads when first shown, or earlier if the page prefetches
 * it.
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
