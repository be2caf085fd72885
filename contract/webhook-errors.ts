// SPDX-License-Identifier: Apache-2.0

/** Refusals about outgoing webhooks. */
export const webhookErrors = {
  webhook_address_refused: {
    status: 422,
    message:
      'Webhooks go to public addresses alone: https, a name, no port, nobody’s name or password in it. Nothing was saved.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'There are {max} webhooks, as many as there may be. Delete one first.',
  },
  webhook_off: { status: 409, message: 'This webhook is off. Turn it on first. Nothing was sent.' },
} as const;
