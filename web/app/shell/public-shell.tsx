// SPDX-License-Identifier: Apache-2.0

import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { loadPart } from '../../lib/load-part.ts';
import { useToken } from '../../lib/session.ts';
import { ConnectionBar } from '../connection-bar.tsx';
import { Footer } from './footer.tsx';
import { MaintenanceBar } from './maintenance-bar.tsx';
import { visitorLinks } from './navigation.ts';
import { SandboxRibbon } from './sandbox-ribbon.tsx';
import { VisitorHeader } from './visitor-header.tsx';

const PlayerHeader = lazy(() => loadPart(() => import('./player-header.tsx')));

/** Frames pages that anybody may read, signed in or not. */
export default function PublicShell() {
  const token = useToken();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-ink-3 focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <SandboxRibbon />
      <MaintenanceBar />
      {token ? (
        <Suspense fallback={<VisitorHeader isPlaceholder />}>
          <PlayerHeader key={token} token={token} />
        </Suspense>
      ) : (
        <VisitorHeader />
      )}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer {...(token ? {} : { links: visitorLinks })} />
      <ConnectionBar />
    </div>
  );
}
