// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about responsible play. */
export const playErrors = {
  play_rules_missing: {
    status: 403,
    message:
      'Challenges and card payments open once the rules on age and region are set. Nothing was taken; please come back later.',
  },
  play_statement_missing: {
    status: 403,
    message: 'Say first when you were born and where you live: Profile, Limits. Nothing was taken.',
  },
  play_too_young: {
    status: 403,
    message: 'Where you live, this is for people of {minAge} and older. Nothing was taken.',
  },
  play_region_closed: { status: 403, message: 'This is not offered where you live. Nothing was taken.' },
  play_paused: { status: 403, message: 'You have paused playing {until}. Nothing was taken.' },
  spending_limit_reached: {
    status: 409,
    message:
      'This goes beyond your limit of {limit} in {period}; {left} are left. Nothing was taken. Your limits: Profile, Limits.',
  },
  terms_not_accepted: {
    status: 403,
    message: 'Read and accept the terms first: Profile, Limits. Nothing was taken.',
  },
  terms_outdated: { status: 409, message: 'The terms have changed meanwhile. Please read the new ones.' },
  play_stated_already: {
    status: 409,
    message: 'You have said this already. If it is wrong, contact support. Nothing was changed.',
  },
  play_rules_past: { status: 409, message: 'Rules hold from now on or later. Nothing was changed.' },
} as const satisfies Record<string, { status: number; message: string }>;
