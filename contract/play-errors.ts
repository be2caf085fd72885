// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about responsible play. */
export const playErrors = {
  play_rules_missing: {
    status: 403,
    message:
      'Challenges and card payments aren’t open yet: we still have to set our rules on age and region. You paid nothing. Come back later.',
  },
  play_statement_missing: {
    status: 403,
    message: 'Tell us your date of birth and where you live first: Profile, Limits. You paid nothing.',
  },
  play_too_young: {
    status: 403,
    message:
      'Where you live, you must be at least {minAge}. You paid nothing. If your date of birth is wrong, contact support.',
  },
  play_region_closed: {
    status: 403,
    message:
      'We don’t offer this where you live. You paid nothing. If your region is wrong, contact support.',
  },
  play_paused: {
    status: 403,
    message:
      'You paused playing {until}. You paid nothing. A pause can’t end early. If you need help, contact support.',
  },
  spending_limit_reached: {
    status: 409,
    message:
      'This exceeds your limit of {limit} in {period}; you have {left} left. You paid nothing. See your limits: Profile, Limits.',
  },
  terms_not_accepted: {
    status: 403,
    message: 'Read and accept the terms first: Profile, Limits. You paid nothing.',
  },
  terms_outdated: { status: 409, message: 'The terms have changed. Read and accept the new version.' },
  play_stated_already: {
    status: 409,
    message: 'You already told us this. Nothing was changed. If it’s wrong, contact support.',
  },
  play_rules_past: {
    status: 409,
    message: 'Rules can only start now or later. Nothing was changed. Choose a later date.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
