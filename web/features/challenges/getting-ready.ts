// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { keptRecord } from '../../lib/kept-record.ts';
import { profileQuery } from '../../lib/query.ts';
import { gettingReadyKey, readToken, useToken } from '../../lib/session.ts';

/** How far a new player has come in this browser. With whose it is: after a session that ended another may come. */
const kept = keptRecord(
  gettingReadyKey,
  z.object({ playerId: z.string(), epicId: z.string().nullable(), isSkipped: z.boolean() }),
);

export interface GettingReady {
  /** Who is getting ready is known. */
  isKnown: boolean;
  /** The Epic ID that was checked and found ready. */
  epicId: string | null;
  isSkipped: boolean;
  note: (news: { epicId?: string; isSkipped?: boolean }) => void;
}

export function useGettingReady(): GettingReady {
  const playerId = useQuery(profileQuery).data?._id;
  const token = useToken();
  const record = useSyncExternalStore(kept.subscribe, kept.read, () => null);
  // Where the browser keeps nothing it holds for as long as the screen stands.
  const [held, setHeld] = useState<typeof record>(null);
  const own = [record, held].find((one) => one && one.playerId === playerId);
  const now = { epicId: own?.epicId ?? null, isSkipped: own?.isSkipped ?? false };
  return {
    isKnown: playerId !== undefined,
    ...now,
    note(news) {
      // A check may come back after its player signed out in another tab.
      if (playerId === undefined || token !== readToken()) return;
      const next = { playerId, ...now, ...news };
      if (!kept.write(next)) setHeld(next);
    },
  };
}
