// SPDX-License-Identifier: Apache-2.0

/** Refusals about outgoing webhooks. */
export const webhookErrors = {
  webhook_address_refused: {
    status: 422,
    message:
      'Webhooks need a public https address with a host name, and no port, user or password. Nothing was saved. Enter another address.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'You can have {max} webhooks at most. Delete one first.',
  },
  webhook_off: { status: 409, message: 'This webhook is off. Nothing was sent. Turn it on first.' },
} as const;
