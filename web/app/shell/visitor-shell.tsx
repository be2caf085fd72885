// SPDX-License-Identifier: Apache-2.0

import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../lib/query.ts';
import { Toaster } from '../../ui/toast.tsx';
import PublicShell from './public-shell.tsx';

/** Around pages that show visitors what the server holds: a cache of their own, and messages. */
export function VisitorShell() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <PublicShell />
      <Toaster />
    </QueryClientProvider>
  );
}
