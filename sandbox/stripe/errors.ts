// SPDX-License-Identifier: Apache-2.0

/** The object `error` in an answer. Like Stripe, omits missing parts. */
export interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

/** A refusal in Stripe's format. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** 400 `invalid_request_error`. */
export function badRequest(message: string, code?: string, param?: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, code, param });
}

/** 404 `resource_missing`. @param kind the object's type, such as payment_intent */
export function missing(kind: string, id: string, param = 'id'): StripeRefusal {
  const message = `No such ${kind}: '${id}'`;
  return new StripeRefusal(404, { type: 'invalid_request_error', message, code: 'resource_missing', param });
}
