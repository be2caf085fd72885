// SPDX-License-Identifier: Apache-2.0

import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { announceFailuresWith } from '../../lib/api.ts';
import { cacheOf } from '../../lib/query.ts';
import { notify } from '../../ui/toast.tsx';
import { Header } from './header.tsx';
import { PlayerWatch } from './player-watch.tsx';

announceFailuresWith(notify.answered);

/**
 * What a signed-in player has on every page: header, results as they arrive, messages. Public pages load it only for
 * players, so that visitors do not pay for it.
 */
export function PlayerHeader({ token }: { token: string }) {
  const [queryClient] = useState(() => cacheOf(token));
  return (
    <QueryClientProvider client={queryClient}>
      <Header />
      <PlayerWatch />
    </QueryClientProvider>
  );
}
