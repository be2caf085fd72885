// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about challenges, their results and disputes. */
export const challengeErrors = {
  challenge_inactive: {
    status: 409,
    message: 'This challenge isn’t open now. No coins were taken. Choose another one.',
  },
  game_closed: {
    status: 409,
    message:
      '{game} takes no new entries for now: “{reason}” No coins were taken. Choose what’s open, or come back later.',
  },
  challenge_by_you: {
    status: 403,
    message:
      'You created, changed or approved this challenge, so you can’t enter it. No coins were taken. Choose another one.',
  },
  variant_not_found: { status: 404, message: 'Please select a challenge variant' },
  entry_fee_changed: {
    status: 409,
    message: 'The entry fee is now {fee} GC. No coins were taken. Enter again to accept it.',
  },
  attempt_active: {
    status: 409,
    message: 'You already have a challenge running. No coins were taken. Finish it before you enter another.',
  },
  stats_unavailable: {
    status: 503,
    message: 'We can’t read the game stats right now. No coins were taken. Try again in a few minutes.',
  },
  readings_busy: {
    status: 503,
    message:
      'Too many challenges are running to read your result in time. No coins were taken. Try again in a few minutes.',
  },
  practice_not_offered: {
    status: 409,
    message:
      'You can practise once, and only before your first challenge. Nothing was started. Choose a challenge instead.',
  },
  practice_not_shared: {
    status: 409,
    message: 'You can’t share a practice result. Share the result of a challenge instead.',
  },
  attempt_undecided: {
    status: 409,
    message: 'This challenge is still running. You can share its receipt once the result is in.',
  },
  attempt_decided: {
    status: 409,
    message: 'This challenge already has its result. Reload the page to see it.',
  },
  readings_asked_too_often: {
    status: 409,
    message: 'You’ve checked {max} times, the most for one challenge. We keep checking automatically.',
  },
  only_wins_listed: {
    status: 409,
    message:
      'The front page shows only wins. Nothing was changed. You can still share this result by its link.',
  },
  result_not_disputable: {
    status: 409,
    message: 'This result can’t be disputed: {why}. Nothing was changed. If that’s wrong, contact support.',
  },
  dispute_too_late: {
    status: 409,
    message: 'You can dispute a result for {days} days. Nothing was sent. Write to support instead.',
  },
  already_disputed: {
    status: 409,
    message: 'You already disputed this result. Nothing was sent again. We’ll tell you our decision.',
  },
  anomaly_not_open: {
    status: 409,
    message: 'There’s nothing left to review for this player. Nothing was changed. Reload the list.',
  },
  dispute_decided: {
    status: 409,
    message: 'This dispute is already decided. Nothing was changed. Reload the list.',
  },
  attempt_not_voidable: {
    status: 409,
    message: 'This attempt is already voided or cancelled. Nothing was changed. Reload the list.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
