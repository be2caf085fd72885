import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../lib/load-part.ts';
import { createQueryClient } from '../../lib/query.ts';
import { useToken } from '../../lib/session.ts';
import { Toaster } from '../../ui/toast.tsx';
import PublicShell from './public-shell.tsx';

const Shell = lazy(() => loadPart(() => import('./shell.tsx')));

/** Around pages that anybody may open and that show what the server holds: a player has all of the app around them. */
export default function OpenShell() {
  const isSignedIn = useToken() !== null;
  const [queryClient] = useState(createQueryClient);
  if (isSignedIn) {
    return (
      <Suspense>
        <Shell />
      </Suspense>
    );
  }
  return (
    <QueryClientProvider client={queryClient}>
      <PublicShell />
      <Toaster />
    </QueryClientProvider>
  );
}
