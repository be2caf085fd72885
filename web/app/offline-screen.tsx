// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { useConnection } from '../lib/connection.ts';
import { useToken } from '../lib/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { RingDrawing } from '../ui/ring.tsx';

/** The pages that the service worker keeps for players (web/build/service-worker.ts). */
const keptPages = [
  { label: 'Home', to: '/home' },
  { label: 'Shop', to: '/products' },
  { label: 'Transactions', to: '/transactions' },
  { label: 'My Profile', to: '/profile' },
];

/** Shown if this browser has no copy of the page and can't fetch it; `children` while it is being fetched. */
export function OfflineScreen({ children }: { children: ReactNode }) {
  const isAway = useConnection() !== 'online';
  const isPlayer = useToken() !== null;
  if (!isAway) return children;
  return (
    <main className="wrap grid justify-items-center gap-5 py-16 text-center">
      <title>You’re offline</title>
      <RingDrawing />
      <h1 className="text-3xl">This page needs a connection</h1>
      <p className="max-w-[52ch] text-muted">
        It isn’t saved on this device. It opens when you’re back online. Everything you own is safe.
      </p>
      <Button kind="main" onClick={() => window.location.reload()}>
        Try again
      </Button>
      {isPlayer && (
        <nav aria-label="Pages that open now" className="grid gap-3">
          <h2 className="text-base text-soft">You can open these now, with saved data:</h2>
          <ul className="flex flex-wrap justify-center gap-3">
            {keptPages.map(({ label, to }) => (
              <li key={to}>
                <a href={to} className={buttonClass({ size: 'sm' })}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </main>
  );
}
