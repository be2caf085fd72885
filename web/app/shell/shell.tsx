import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { ChallengeWatch } from '../../features/challenges/challenge-watch.tsx';
import { PurchaseWatch } from '../../features/shop/purchase-watch.ts';
import { announceFailuresWith } from '../../lib/api.ts';
import { useLiveUpdates } from '../../lib/live.ts';
import { createQueryClient } from '../../lib/query.ts';
import { signedOutAddress, useToken } from '../../lib/session.ts';
import { notify, Toaster } from '../../ui/toast.tsx';
import { ConnectionBar } from '../connection-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SandboxRibbon } from './sandbox-ribbon.tsx';
import { useSectionInAddress } from './section-in-address.ts';

announceFailuresWith(notify.requestFailed);

/** Around every page that needs a session: without a stored token it leads to the sign-in page. */
export default function Shell() {
  const token = useToken();
  const navigate = useNavigate();
  useEffect(() => {
    if (!token) navigate(signedOutAddress(), { replace: true });
  }, [token, navigate]);
  // The key starts everything anew, cache included, when another player signs in.
  return token ? <SignedIn key={token} token={token} /> : null;
}

function SignedIn({ token }: { token: string }) {
  const [queryClient] = useState(createQueryClient);
  useLiveUpdates(queryClient, token);
  useSectionInAddress();
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
        <Header />
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
        <Footer />
      </div>
      <ConnectionBar />
      <ChallengeWatch />
      <PurchaseWatch />
      <Toaster />
    </QueryClientProvider>
  );
}
