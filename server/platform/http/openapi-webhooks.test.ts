// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { webhookEvents } from '../../../contract/webhook-events.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

it('describes each outgoing webhook, and how it is known to come from here', () => {
  const webhooks = describeWebhooks();
  expect(Object.keys(webhooks)).toEqual(Object.keys(webhookEvents));
  const { post } = webhooks['challenge.decided'] ?? {};
  const header = { in: 'header', required: true, schema: { type: 'string' } };
  expect(post).toEqual({
    summary: 'Outgoing webhook: challenge.decided',
    parameters: [
      {
        ...header,
        name: 'webhook-id',
        description: 'The same each time that this event is sent: what was taken once is answered and left.',
      },
      {
        ...header,
        name: 'webhook-timestamp',
        description: 'When it was sent, in seconds; refuse what is older than five minutes.',
      },
      {
        ...header,
        name: 'webhook-signature',
        description: 'HMAC-SHA256 of id, timestamp and body, one or two of them (Standard Webhooks).',
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: expect.anything() } } },
    responses: { '2XX': { description: 'Taken; anything else is tried again for three days' } },
  });
  const schema = post?.requestBody.content['application/json'].schema;
  expect(schema).toMatchObject({
    properties: {
      type: { type: 'string', const: 'challenge.decided' },
      data: { additionalProperties: false },
    },
    required: ['type', 'timestamp', 'data'],
  });
  expect(schema).not.toHaveProperty('$schema');
});
