// SPDX-License-Identifier: Apache-2.0

import { Outlet } from 'react-router';
import { useToken } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { ConnectionBar } from '../connection-bar.tsx';
import { Footer } from './footer.tsx';
import { MaintenanceBar } from './maintenance-bar.tsx';
import { visitorLinks } from './navigation.ts';
import { SandboxRibbon } from './sandbox-ribbon.tsx';
import { VisitorHeader } from './visitor-header.tsx';

const PlayerHeader = lazyPart(async () => (await import('./player-header.tsx')).PlayerHeader, {
  placeholder: <VisitorHeader isPlaceholder />,
  failure: (retry) => (
    <VisitorHeader isPlaceholder>
      <span className="text-muted text-sm">The menu didn’t load.</span>
      <Button size="sm" onClick={retry}>
        Try again
      </Button>
    </VisitorHeader>
  ),
});

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
      {token ? <PlayerHeader key={token} token={token} /> : <VisitorHeader />}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer {...(token ? {} : { links: visitorLinks })} />
      <ConnectionBar />
    </div>
  );
}
