// SPDX-License-Identifier: Apache-2.0

import type { Endpoint } from './calls.ts';
import { apiVersion } from './objects.ts';

/** The one webhook endpoint there is: the application's, which is told of everything. */
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
        ],
      }),
    },
  ];
}
