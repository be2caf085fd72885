// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about coins bought by card. */
export const paymentErrors = {
  package_unavailable: {
    status: 409,
    message: 'This package is no longer on sale. Nothing was charged; please choose another.',
  },
  package_changed: {
    status: 409,
    message: 'The price is {price} now. Nothing was charged; pay again if you agree.',
  },
  payment_too_large: {
    status: 422,
    message: 'One card payment is at most $999,999.99. Nothing was charged; please choose fewer packages.',
  },
  payment_too_small: {
    status: 422,
    message: 'Card payments start at $0.50. Nothing was charged; please choose a larger package.',
  },
  payments_unavailable: {
    status: 503,
    message: 'Card payments do not work at the moment. Nothing was charged; please try again shortly.',
  },
  webhook_not_signed: { status: 400, message: 'The signature is missing or wrong.' },
  webhook_of_another_form: {
    status: 400,
    message:
      'This is signed, but no event that is read here ({form}, {type}). Send events as snapshots (API v1), in the API version of docs/operate.md.',
  },
  webhook_too_old: {
    status: 400,
    message:
      'By the clock of this server this was signed {seconds} s ago; {allowed} s are allowed. If it was signed just now, that clock is wrong.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
