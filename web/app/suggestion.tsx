// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { smallestOpenFee } from '../../contract/challenge-order.ts';
import { challengesQuery } from '../features/challenges/api.ts';
import { playQuery } from '../features/responsible-play/api.ts';
import { maySuggestEntry } from '../features/responsible-play/suggest-entry.ts';

/**
 * Shows an invitation to an entry for `feeGC`, or without a fee to any open challenge. Hidden until it is known that no
 * pause and no limit forbids it.
 */
export function Suggestion({ feeGC, children }: { feeGC?: number | undefined; children: ReactNode }) {
  const { data: play, isFetching, isError } = useQuery(playQuery);
  const { data: challenges } = useQuery({ ...challengesQuery, enabled: feeGC === undefined });
  const fee = feeGC ?? (challenges && smallestOpenFee(challenges));
  // Data that is reloading or failed to load may be outdated.
  const isKnown = play !== undefined && fee !== undefined && !isFetching && !isError;
  return isKnown && maySuggestEntry(play, fee) ? children : null;
}
