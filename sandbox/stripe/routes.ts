// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { openDurableMap } from '../durable-map.ts';
import type { CardKeys, Site } from '../options.ts';
import { openBook } from './book.ts';
import { browserPart } from './browser/frames.ts';
import { mountCalls } from './calls.ts';
import type { Outcome } from './cards.ts';
import { controls } from './controls.ts';
import { stripeEndpoints } from './endpoints.ts';
import type { CardFaults } from './faults.ts';
import { idempotentAnswers } from './idempotency.ts';
import type { PaymentDeps } from './payments.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { webhookPath, webhookSender } from './webhooks.ts';

interface StripeOptions {
  keys: CardKeys;
  /** Where payments and unsent webhooks are stored across restarts. */
  path: string | undefined;
}

/**
 * The card provider: its API at `/v1`, the browser script and frames, signed webhooks, and at `/stripe` controls for
 * the actions of card holders, banks and the network.
 * @returns a function that stops sending webhooks
 */
export async function stripe(
  app: FastifyInstance,
  site: Site,
  { keys, path }: StripeOptions,
): Promise<{ close(): Promise<void> }> {
  const map = await openDurableMap(path);
  const webhooks = webhookSender({ map, site, secret: keys.webhookSecret });
  const book = openBook(map, webhooks.deliver);
  const faults: CardFaults = { status: 0, times: null };
  const deps: PaymentDeps = {
    book,
    outcomes: {
      of: (id) => (map.get(`outcome:${id}`) as Outcome | undefined) ?? { kind: 'approve' },
      set: (id, outcome) => map.set(`outcome:${id}`, outcome),
    },
  };
  const { saved } = map;
  const endpoints = [...stripeEndpoints(deps), ...webhookEndpoints(() => site.appUrl() + webhookPath)];
  mountCalls(app, endpoints, { keys, faults, answers: idempotentAnswers(map), saved });
  browserPart(app, site);
  controls(app, site, { ...deps, webhooks, faults, saved });
  return {
    close: async () => {
      webhooks.close();
      await saved();
    },
  };
}
