// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { webhookEvents } from '../../../contract/webhook-events.ts';
import { describeWebhooks, webhookHeaders } from './openapi-webhooks.ts';

it('documents each outgoing webhook and its signature', () => {
  const webhooks = describeWebhooks();
  expect(Object.keys(webhooks)).toEqual(Object.keys(webhookEvents));
  const { post } = webhooks['challenge.decided'] ?? {};
  expect(webhookHeaders.WebhookId).toMatchObject({ name: 'webhook-id', in: 'header', required: true });
  expect(post).toEqual({
    operationId: 'onChallengeDecided',
    tags: ['outgoing-webhooks'],
    summary: 'Outgoing webhook: challenge.decided',
    description: 'A call that this installation makes to your own system.',
    security: [],
    parameters: ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
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
