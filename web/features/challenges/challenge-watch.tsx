// SPDX-License-Identifier: Apache-2.0

import { type ComponentType, useEffect } from 'react';
import type { Attempt } from '../../../contract/challenges.ts';
import { notify } from '../../ui/toast.tsx';
import { useLatestAttempt } from './use-attempts.ts';
import { useFreshResult } from './use-fresh-result.ts';

/**
 * Watches the running attempt while a player is signed in, and shows its result once. Mounted once, in the shell of the
 * signed-in screens (product specification, section 4.1).
 */
export function ChallengeWatch({
  Result,
}: {
  Result: ComponentType<{ attempt: Attempt; onClose: () => void }>;
}) {
  const { isError } = useLatestAttempt();
  const { result, dismiss } = useFreshResult();
  useEffect(() => {
    if (isError) notify.fetchFailed('Failed to check challenge status');
  }, [isError]);
  if (!result) return null;
  return <Result key={result._id} attempt={result} onClose={dismiss} />;
}
