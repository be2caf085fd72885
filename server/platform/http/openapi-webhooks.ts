// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';

import { type WebhookEventType, webhookBody, webhookEvents } from '../../../contract/webhook-events.ts';
import { toOperationId } from './openapi-names.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});

/** The headers of all outgoing webhooks, by their names in the document. */
export const webhookHeaders = {
  WebhookId: header(
    'webhook-id',
    'The same each time that this event is sent: what was taken once is answered and left.',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When it was sent, in seconds; refuse what is older than five minutes.',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'HMAC-SHA256 of id, timestamp and body, one or two of them (Standard Webhooks).',
  ),
};
const parameters = Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` }));

/** Outgoing webhooks in the document: the messages we send to operators' own systems, not those we receive. */
export function describeWebhooks() {
  const types = Object.keys(webhookEvents) as WebhookEventType[];
  return Object.fromEntries(
    types.map((type) => {
      const schema = z.toJSONSchema(webhookBody(type));
      const { $schema: _, ...body } = schema;
      const operation = {
        operationId: `on${toOperationId('', type)}`,
        tags: ['outgoing-webhooks'],
        summary: `Outgoing webhook: ${type}`,
        description: 'A call that this installation makes to your own system.',
        security: [],
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: { '2XX': { description: 'Taken; anything else is tried again for three days' } },
      };
      return [type, { post: operation }];
    }),
  );
}
