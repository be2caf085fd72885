// SPDX-License-Identifier: Apache-2.0

import type { Attempt } from '../../contract/challenges.ts';
import { ResultDialog } from '../features/challenges/result-dialog.tsx';
import { PrizeInReach } from '../features/shop/prize-in-reach.tsx';
import { Suggestion } from './suggestion.tsx';

/** The result of an attempt, and the gift card that the player can now afford after a win. */
export function FreshResult({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  return (
    <ResultDialog
      attempt={attempt}
      onClose={onClose}
      prize={<PrizeInReach onLeave={onClose} />}
      Suggestion={Suggestion}
    />
  );
}
