// SPDX-License-Identifier: Apache-2.0

import { type Invitation, referralsApi } from '../../../contract/referrals.ts';
import { ApiError, call } from '../../lib/api.ts';
import { usePublicRecord } from '../../lib/public-record.ts';

export interface FoundInvitation {
  /** Who invites and what both get; undefined until loaded. */
  invitation: Invitation | undefined;
  /** The code is invalid. */
  isUnknown: boolean;
  /** Why loading failed, if it isn't known whether the code is valid. */
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
