import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSettings } from '../lib/settings.ts';
import { RingLogo } from '../ui/ring.tsx';
import { brandName } from './brand.ts';
import { RingArt } from './ring-art.tsx';
import { SandboxRibbon } from './shell/sandbox-ribbon.tsx';

/** What visitors see around sign-in, sign-up and invitations: the promise on one side, the way in on the other. */
export function EntryFrame({ children }: { children: ReactNode }) {
  const settings = useSettings();
  return (
    <div className="relative flex min-h-dvh flex-col overflow-hidden bg-[radial-gradient(60rem_36rem_at_78%_46%,var(--color-storm-deep),#120f2b_45%,transparent_72%)]">
      <SandboxRibbon />
      <header className="wrap flex h-17 items-center">
        <Link to="/" className="flex items-center gap-3 font-bold font-display text-xl">
          <RingLogo />
          {settings?.brandName ?? brandName}
        </Link>
      </header>
      <main className="wrap relative grid flex-1 items-center gap-x-10 gap-y-8 pt-4 pb-12 md:grid-cols-[minmax(0,1.05fr)_minmax(0,0.95fr)]">
        <div className="relative z-10 animate-rise">{children}</div>
        <RingArt className="pointer-events-none mx-auto w-full max-w-[22rem] max-sm:-my-4 sm:max-w-[26rem] lg:max-w-[36rem]" />
      </main>
    </div>
  );
}
