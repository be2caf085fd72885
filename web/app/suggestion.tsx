// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { smallestOpenFee } from '../../contract/challenge-order.ts';
import { challengesQuery } from '../features/challenges/api.ts';
import { playQuery } from '../features/responsible-play/api.ts';
import { maySuggestEntry } from '../features/responsible-play/suggest-entry.ts';

/**
 * Shows what invites to an entry for `feeGC`, or without it to any that is open, only once it is known that no break and no
 * limit speaks against it.
 */
export function Suggestion({ feeGC, children }: { feeGC?: number | undefined; children: ReactNode }) {
  const { data: play, isFetching, isError } = useQuery(playQuery);
  const { data: challenges } = useQuery({ ...challengesQuery, enabled: feeGC === undefined });
  const fee = feeGC ?? (challenges && smallestOpenFee(challenges));
  // What is fetched again, or could not be, may have changed.
  const isKnown = play !== undefined && fee !== undefined && !isFetching && !isError;
  return isKnown && maySuggestEntry(play, fee) ? children : null;
}
