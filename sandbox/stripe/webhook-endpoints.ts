// SPDX-License-Identifier: Apache-2.0

import type Stripe from 'stripe';
import type { Endpoint } from './calls.ts';
import { apiVersion } from './objects.ts';

/** The only webhook endpoint: the application's, which receives all events. */
export function webhookEndpoints(address: () => string): Endpoint[] {
  return [
    {
      method: 'GET',
      url: '/webhook_endpoints',
      run: () => ({
        object: 'list',
        url: '/v1/webhook_endpoints',
        has_more: false,
        data: [
          {
            id: 'we_sandbox',
            object: 'webhook_endpoint',
            api_version: apiVersion,
            application: null,
            created: 0,
            description: null,
            enabled_events: ['*'],
            livemode: false,
            metadata: {},
            status: 'enabled',
            url: address(),
          },
        ] satisfies Stripe.WebhookEndpoint[],
      }),
    },
  ];
}
