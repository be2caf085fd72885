// SPDX-License-Identifier: Apache-2.0

import { type Invitation, referralsApi } from '../../../contract/referrals.ts';
import { ApiError, call } from '../../lib/api.ts';
import { usePublicRecord } from '../../lib/public-record.ts';

export interface FoundInvitation {
  /** Who invites and what both get; undefined until it is known. */
  invitation: Invitation | undefined;
  /** Nobody has this code. */
  isUnknown: boolean;
  /** Why it could not be read, if nobody knows whether the code is good. */
  error: unknown;
  retry: () => void;
}

/** What an invitation by `code` promises. */
export function useInvitation(code: string): FoundInvitation {
  const { data, error, retry } = usePublicRecord(code, (signal) =>
    call(referralsApi.invitation, { params: { code } }, { signal, quiet: true }),
  );
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { invitation: data, isUnknown, error: isUnknown ? undefined : error, retry };
}
