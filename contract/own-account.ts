// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';

export const session = z.object({
  _id: id,
  /** Such as "Chrome on Android"; empty where the browser did not say. */
  device: z.string(),
  createdAt: timestamp,
  /** To the day: a session in use is prolonged once a day. */
  lastUsedAt: timestamp,
  expiresAt: timestamp,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** What one types to say that the account is really to be deleted. */
export const deletionWord = 'DELETE';

/** What players do with their own account. */
export const ownAccountApi = {
  sessions: endpoint({
    method: 'GET',
    reads: 'now',
    path: '/auth/sessions',
    access: 'signed-in',
    summary: 'Where the player is signed in, this session first',
    data: z.array(session),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    access: 'signed-in',
    summary: 'End every session of the player but this one',
    data: z.object({ ended: amount }),
  }),
  /** Public only in that a replay whose session is gone gets its answer too; it needs a session's token like others. */
  deleteAccount: endpoint({
    method: 'POST',
    path: '/auth/delete-account',
    access: 'public',
    isIrreversible: true,
    summary:
      'Delete the account of the session sent along, and end all its sessions; it is erased days later',
    body: z.object({ confirmation: z.literal(deletionWord) }),
    /** Until `eraseAt` a sign-in may take it back, and the coins are not taken yet. */
    data: z.object({ deletedAt: timestamp, eraseAt: timestamp, forfeitedGC: amount }),
    refusals: [
      'not_signed_in',
      'session_ended',
      'deletion_attempt_active',
      'deletion_delivery_pending',
      'deletion_payment_open',
      'last_super_admin',
      'second_factor_required',
    ],
  }),
};
