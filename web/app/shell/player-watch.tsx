// SPDX-License-Identifier: Apache-2.0

import { useQueryClient } from '@tanstack/react-query';
import { ChallengeWatch } from '../../features/challenges/challenge-watch.tsx';
import { PurchaseWatch } from '../../features/shop/purchase-watch.ts';
import { useLiveUpdates } from '../../lib/live.ts';
import { useToken } from '../../lib/session.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PartBoundary } from '../../ui/part.tsx';

const FreshResult = lazyDialog(async () => (await import('../fresh-result.tsx')).FreshResult);

/** Behind every page of a signed-in player: keeps its data up to date and shows results and deliveries as they arrive. */
export function PlayerWatch() {
  useLiveUpdates(useQueryClient(), useToken());
  return (
    <PartBoundary>
      <ChallengeWatch Result={FreshResult} />
      <PurchaseWatch />
    </PartBoundary>
  );
}
