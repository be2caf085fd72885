// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { playQuery } from '../features/responsible-play/api.ts';
import { maySuggestEntry } from '../features/responsible-play/suggest-entry.ts';

/** Shows what invites to an entry for `feeGC` only once it is known that no break and no limit speaks against it. */
export function Suggestion({ feeGC = 0, children }: { feeGC?: number; children: ReactNode }) {
  const { data: play } = useQuery(playQuery);
  return play && maySuggestEntry(play, feeGC) ? children : null;
}
