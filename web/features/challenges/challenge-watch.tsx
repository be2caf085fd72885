// SPDX-License-Identifier: Apache-2.0

import { useEffect } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useFreshResult, useLatestAttempt } from './use-attempts.ts';

const ResultDialog = lazyDialog(async () => (await import('./result-dialog.tsx')).ResultDialog);

/**
 * Watches the running attempt while a player is signed in, and shows its result once. Mounted once, in the shell of the
 * signed-in screens (product specification, section 4.1).
 */
export function ChallengeWatch() {
  const { isError } = useLatestAttempt();
  const { result, dismiss } = useFreshResult();
  useEffect(() => {
    if (isError) notify.fetchFailed('Failed to check challenge status');
  }, [isError]);
  if (!result) return null;
  return <ResultDialog key={result._id} attempt={result} onClose={dismiss} />;
}
