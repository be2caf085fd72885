// SPDX-License-Identifier: Apache-2.0

/** Refusals about changes that need a second administrator, and about the daily limits on coins given out. */
export const approvalErrors = {
  waits_for_approval: {
    status: 202,
    message: '{why}, so this waits {wait}. Nothing has changed yet. Follow it under Approvals.',
  },
  approval_decided: {
    status: 409,
    message: 'This change is already decided: {status}. Nothing was changed. Reload the list.',
  },
  approval_not_yours: { status: 403, message: '{why}. Nothing was changed. Ask another administrator.' },
  approval_unfit: {
    status: 409,
    message:
      'This change no longer fits, so it was closed. Nothing was changed. Ask for it again if it’s still needed. The reason: {why}',
  },

  coin_limit_day_over: {
    status: 409,
    message: 'This would raise the limit of a day that is over. Nothing was changed. Ask again for today.',
  },
  entries_paused: {
    status: 503,
    message: 'Today’s limit for rewards is reached. No coins were taken. Try again tomorrow.',
  },
} as const;
