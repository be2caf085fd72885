// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from 'react';
import type { Invitation } from '../../../contract/referrals.ts';
import { ApiError, apiBase, send } from '../../lib/api.ts';

/** Null: nobody's code. Undefined: not known yet, or not to be had at the moment. */
export type InvitationState = Invitation | null | undefined;

/**
 * What the invitation by `code` promises, null: nothing to ask about. The page must make sense without it, as it stays
 * light and asks once.
 */
export function useInvitation(code: string | null): InvitationState {
  const [state, setState] = useState<InvitationState>();
  useEffect(() => {
    setState(undefined);
    if (code === null) return;
    const asking = new AbortController();
    send(`${apiBase}/referrals/invitations/${encodeURIComponent(code)}`, { signal: asking.signal })
      .then((found) => setState(found as Invitation))
      .catch((error) => {
        const isNobodys = error instanceof ApiError && (error.status === 404 || error.status === 400);
        if (!asking.signal.aborted && isNobodys) setState(null);
      });
    return () => asking.abort();
  }, [code]);
  return state;
}
