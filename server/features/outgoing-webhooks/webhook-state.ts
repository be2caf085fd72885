// SPDX-License-Identifier: Apache-2.0

import type { Queryable } from '../../platform/db/database.ts';
import { type EndpointRow, listEndpoints } from './webhook-endpoint-store.ts';
import { readBacklog } from './webhook-send-store.ts';

export interface WebhookState {
  /** Endpoints that are on. */
  on: number;
  /** How many sends wait for those endpoints, and since when the oldest has been waiting. */
  waiting: number;
  since: Date | null;
  /** Hosts of endpoints whose last try failed. */
  failing: string[];
  /**
   * Endpoints that were turned off automatically. Only the host of each address, since the path may contain a secret.
   */
  turnedOff: { host: string; since: Date; reason: Exclude<EndpointRow['offReason'], 'by_hand' | null> }[];
}

/** The state of outgoing webhooks. */
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
