// SPDX-License-Identifier: Apache-2.0

import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../lib/query.ts';
import PublicShell from './public-shell.tsx';

/** Frames pages that show visitors data from the server: adds a query cache. */
export function VisitorShell() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <PublicShell />
    </QueryClientProvider>
  );
}
