// SPDX-License-Identifier: Apache-2.0

import { ChallengeWatch } from '../../features/challenges/challenge-watch.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const FreshResult = lazyDialog(async () => (await import('../fresh-result.tsx')).FreshResult);

/** Shows the result of the running attempt once it is there. */
export function ResultWatch() {
  return <ChallengeWatch Result={FreshResult} />;
}
