// SPDX-License-Identifier: Apache-2.0

/** The part of the closed list of refusals (errors.ts) about coins bought by card. */
export const paymentErrors = {
  package_unavailable: {
    status: 409,
    message: 'This package is no longer on sale. Nothing was charged. Choose another one.',
  },
  package_changed: {
    status: 409,
    message: 'The price is now {price}. Nothing was charged. Pay again to accept it.',
  },
  payment_too_large: {
    status: 422,
    message: 'A card payment can be at most $999,999.99. Nothing was charged. Choose fewer packages.',
  },
  payment_too_small: {
    status: 422,
    message: 'A card payment must be at least $0.50. Nothing was charged. Choose a larger package.',
  },
  payments_unavailable: {
    status: 503,
    message: 'Card payments don’t work right now. Nothing was charged. Try again shortly.',
  },
  webhook_not_signed: {
    status: 400,
    message: 'The signature is missing or wrong. Sign with the secret that this server has.',
  },
  webhook_of_another_form: {
    status: 400,
    message:
      'The signature is right, but the event has a form that we don’t read ({form}, {type}). Send snapshot events (API v1) in the API version of docs/providers/stripe.md.',
  },
  webhook_too_old: {
    status: 400,
    message:
      'By this server’s clock, this was signed {seconds} s ago; the limit is {allowed} s. If you signed it just now, correct that clock.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
