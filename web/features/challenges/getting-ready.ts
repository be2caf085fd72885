// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { profileQuery } from '../../lib/query.ts';
import { gettingReadyKey, readToken, useToken } from '../../lib/session.ts';
import { storedRecord } from '../../lib/stored-record.ts';
import { either, hasShape, isNull, isText, isYesOrNo } from '../../lib/stored-shape.ts';

/**
 * How far a new player has got in this browser. Stored with the player's id: after a session has ended, another player may
 * sign in.
 */
const kept = storedRecord(
  gettingReadyKey,
  hasShape<{ playerId: string; epicId: string | null; isSkipped: boolean }>({
    playerId: isText,
    epicId: either(isText, isNull),
    isSkipped: isYesOrNo,
  }),
);

export interface GettingReady {
  /** The game account that was checked and found ready. */
  epicId: string | null;
  isSkipped: boolean;
  note: (news: { epicId?: string; isSkipped?: boolean }) => void;
}

export function useGettingReady(): GettingReady {
  const playerId = useQuery(profileQuery).data?._id;
  const token = useToken();
  const record = useSyncExternalStore(kept.subscribe, kept.read, () => null);
  // If the browser keeps nothing, the state lasts as long as the screen.
  const [held, setHeld] = useState<typeof record>(null);
  const own = [record, held].find((one) => one && one.playerId === playerId);
  const now = { epicId: own?.epicId ?? null, isSkipped: own?.isSkipped ?? false };
  return {
    ...now,
    note(news) {
      // A check may be answered after its player signed out in another tab.
      if (playerId === undefined || token !== readToken()) return;
      const next = { playerId, ...now, ...news };
      if (!kept.write(next)) setHeld(next);
    },
  };
}
