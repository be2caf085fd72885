// SPDX-License-Identifier: Apache-2.0

import type { ErrorBody } from './errors.ts';

/**
 * The card service's faults; 0: none. `hang` never answers; `lost` carries out the call but drops the connection
 * instead of answering.
 */
export const faultStatuses = [0, 400, 401, 402, 404, 409, 429, 500, 'hang', 'lost'] as const;

export interface CardFaults {
  status: (typeof faultStatuses)[number];
  /** How many more calls fail; null: all. */
  times: number | null;
}

const errors: Record<number, ErrorBody> = {
  400: { type: 'invalid_request_error', message: 'The sandbox is set to refuse this call.' },
  401: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_*****box' },
  402: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  404: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object.' },
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  },
  500: { type: 'api_error', message: 'An unknown error occurred.' },
};

/** The fault for this call; counts it down. */
export function consumeFault(faults: CardFaults): CardFaults['status'] {
  const { status } = faults;
  if (status !== 0 && faults.times !== null) {
    faults.times -= 1;
    if (faults.times <= 0) Object.assign(faults, { status: 0, times: null });
  }
  return status;
}

export function toError(status: number): ErrorBody {
  return errors[status] ?? { type: 'api_error', message: 'An unknown error occurred.' };
}
