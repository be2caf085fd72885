// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

import { type WebhookEventType, webhookBody, webhookEvents } from '../../../contract/webhook-events.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});

const headers = [
  header(
    'webhook-id',
    'The same each time that this event is sent: what was taken once is answered and left.',
  ),
  header('webhook-timestamp', 'When it was sent, in seconds; refuse what is older than five minutes.'),
  header(
    'webhook-signature',
    'HMAC-SHA256 of id, timestamp and body, one or two of them (Standard Webhooks).',
  ),
];

/** Outgoing webhooks in the document: what we send to operators' own systems, not what we receive. */
export function describeWebhooks() {
  const types = Object.keys(webhookEvents) as WebhookEventType[];
  return Object.fromEntries(
    types.map((type) => {
      const schema = z.toJSONSchema(webhookBody(type));
      const { $schema: _, ...body } = schema;
      const operation = {
        summary: `Outgoing webhook: ${type}`,
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: { '2XX': { description: 'Taken; anything else is tried again for three days' } },
      };
      return [type, { post: operation }];
    }),
  );
}
