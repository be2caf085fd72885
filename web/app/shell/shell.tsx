// SPDX-License-Identifier: Apache-2.0

import { QueryClientProvider } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { Outlet, useMatches, useNavigate } from 'react-router';
import { AskForTerms } from '../../features/responsible-play/ask-for-terms.tsx';
import { announceFailuresWith } from '../../lib/api.ts';
import { cacheOf } from '../../lib/query.ts';
import { rememberReturnAddress } from '../../lib/return-address.ts';
import { registerWorker } from '../../lib/service-worker.ts';
import { mayComeBack, readToken, signedOutAddress, useHydrated, useToken } from '../../lib/session.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useFetchedEarly } from '../../ui/lazy-dialog.tsx';
import { lazyPart } from '../../ui/part.tsx';
import { notify } from '../../ui/toast.tsx';
import { ConnectionBar } from '../connection-bar.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { HeldCover } from './held-cover.tsx';
import { useHeldPage } from './held-page.ts';
import { MaintenanceBar } from './maintenance-bar.tsx';
import type { PageHandle } from './page-handle.ts';
import { SandboxRibbon } from './sandbox-ribbon.tsx';
import { useSectionInAddress } from './section-in-address.ts';
import { VisitorShell } from './visitor-shell.tsx';

const PlayerWatch = lazyPart(async () => (await import('./player-watch.tsx')).PlayerWatch);
const PushRenewal = lazyPart(
  async () => (await import('../../features/notifications/push-renewal.ts')).PushRenewal,
);

announceFailuresWith(notify.answered);

export const handle: PageHandle = { isClosed: true };

/** Frames every player page: without a stored token it leads to the sign-in page, except from open pages. */
export default function Shell() {
  const token = useToken();
  // Every page is prerendered before it is known whether there is a token.
  const isHydrated = useHydrated();
  const { key, ...held } = useHeldPage(token);
  const isSignedOut = isHydrated && !key;
  const isOpen = usePageHandle('isOpen');
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSignedOut || isOpen) return;
    if (mayComeBack()) rememberReturnAddress(window.location);
    navigate(signedOutAddress(), { replace: true });
  }, [isSignedOut, isOpen, navigate]);
  if (isSignedOut && isOpen) return <VisitorShell />;
  if (isSignedOut) return null;
  // The key resets everything, cache included, when another player signs in; it leaves no trace in the markup.
  return <SignedIn key={isHydrated ? key : storedToken()} {...held} />;
}

function usePageHandle(name: keyof PageHandle): boolean {
  return useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.[name]);
}

function storedToken(): string | null {
  return typeof window === 'undefined' ? null : readToken();
}

type Held = Omit<ReturnType<typeof useHeldPage>, 'key'>;

/** Its props stay the same when the token becomes known, so that the whole page is not rendered again. */
const SignedIn = memo(function SignedIn({ isHeld, goOn, giveUp }: Held) {
  const [queryClient] = useState(() => cacheOf(storedToken()));
  const isSettled = useSettled();
  const isWithoutFooter = usePageHandle('isWithoutFooter');
  const isForWaiting = usePageHandle('isForWaiting');
  useSectionInAddress();
  useFetchedEarly(HeldCover);
  useEffect(registerWorker, []);
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-ink-3 focus:px-4 focus:py-2"
        >
          Skip to content
        </a>
        <SandboxRibbon />
        <MaintenanceBar />
        <Header />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
        {!isWithoutFooter && <Footer />}
        <div className="sticky bottom-0 z-20">
          <ConnectionBar />
          {!isWithoutFooter && <BottomBar />}
        </div>
      </div>
      {/* Without scripts, header and shortcuts are still links. */}
      <LoadFailure className="fixed inset-x-0 top-(--header) bottom-0 z-20 place-content-center bg-ink" />
      <AskForTerms />
      {isHeld && <HeldCover goOn={goOn} giveUp={giveUp} />}
      {isSettled && !isHeld && (
        <>
          <PlayerWatch />
          {isForWaiting && <PushRenewal />}
        </>
      )}
    </QueryClientProvider>
  );
});
