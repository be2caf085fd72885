// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, id, timestamp } from './endpoint.ts';

export const session = z.object({
  _id: id,
  /** For example "Chrome on Android"; empty if the browser did not say. */
  device: z.string(),
  createdAt: timestamp,
  /** Accurate to the day, since sessions in use are extended once a day. */
  lastUsedAt: timestamp,
  expiresAt: timestamp,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** The text that players type to confirm the deletion of their account. */
export const deletionWord = 'DELETE';

/** What players can do with their own account. */
export const ownAccountApi = {
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'signed-in',
    summary: 'List your sessions',
    data: z.array(session),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/auth/sessions/end-others',
    access: 'signed-in',
    summary: 'End your other sessions',
    data: z.object({ ended: amount }),
  }),
  /**
   * Public, so that a repeated call gets its answer even after its session ended. The call still needs a session's
   * token.
   */
  deleteAccount: endpoint({
    method: 'POST',
    path: '/auth/delete-account',
    access: 'public',
    isIrreversible: true,
    summary: 'Delete your account',
    body: z.object({ confirmation: z.literal(deletionWord) }),
    /** Signing in before `eraseAt` can undo the deletion; the coins are taken only then. */
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
