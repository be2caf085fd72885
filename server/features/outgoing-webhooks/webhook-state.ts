// SPDX-License-Identifier: Apache-2.0

import type { Queryable } from '../../platform/db/database.ts';
import { type EndpointRow, listEndpoints } from './webhook-endpoint-store.ts';
import { readBacklog } from './webhook-send-store.ts';

export interface WebhookState {
  /** Endpoints that are on. */
  on: number;
  /** Events that wait for those, and since when the oldest of them does. */
  waiting: number;
  since: Date | null;
  /** Hosts of those that the last try did not get through to. */
  failing: string[];
  /** Endpoints that went off, though nobody turned them off. Of an address its host alone: the path may hold a secret. */
  turnedOff: { host: string; since: Date; reason: Exclude<EndpointRow['offReason'], 'by_hand' | null> }[];
}

/** How outgoing webhooks stand. */
export async function readWebhookState(db: Queryable): Promise<WebhookState> {
  const endpoints = await listEndpoints(db);
  const host = ({ address }: EndpointRow) => new URL(address).host;
  const on = endpoints.filter(({ offSince }) => offSince === null);
  return {
    on: on.length,
    ...(await readBacklog(db)),
    failing: on.filter(({ failingSince }) => failingSince !== null).map(host),
    turnedOff: endpoints.flatMap((endpoint) => {
      const { offSince, offReason } = endpoint;
      if (!offSince || !offReason || offReason === 'by_hand') return [];
      return [{ host: host(endpoint), since: offSince, reason: offReason }];
    }),
  };
}
