import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSettings } from '../lib/settings.ts';
import { RingLogo } from '../ui/ring.tsx';
import { Backdrop } from './backdrop.tsx';
import { brandName } from './brand.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { SandboxRibbon } from './shell/sandbox-ribbon.tsx';

/** What visitors see around sign-in, sign-up and invitations: the promise on one side, the way in on the other. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const settings = useSettings();
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <Backdrop />
      <SandboxRibbon />
      <header className="wrap flex h-17 items-center">
        <Link to="/" className="flex items-center gap-3 font-bold font-display text-xl">
          <RingLogo />
          {settings?.brandName ?? brandName}
        </Link>
      </header>
      <main className="wrap grid flex-1 content-start pt-[46vw] pb-12 sm:pt-[20rem] lg:content-center lg:pt-4">
        <div className="animate-rise lg:max-w-[50%]">{children}</div>
      </main>
      <ConnectionBar />
    </div>
  );
}
