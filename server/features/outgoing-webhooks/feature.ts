// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';

import { webhooksKeptDays } from '../../../contract/outgoing-webhooks-admin.ts';
import type { ListOfficers } from '../../approval-ports.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { FindSoldOrder } from '../../ports.ts';
import { version } from '../../version.ts';
import { outgoingWebhooksRoutes } from './admin-routes.ts';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook.ts';
import { eventListeners } from './record-event.ts';
import { replayBatch, replayTask } from './send-again.ts';
import { forgetEndpoints, giveUpTask } from './webhook-endpoint-store.ts';
import { forgetEvents, forgetSecrets, type Replayed } from './webhook-event-store.ts';
import { gaugeWebhooks } from './webhook-metrics.ts';
import { webhookSecrets } from './webhook-secret-store.ts';
import { giveUpWaiting } from './webhook-send-store.ts';

export { listChangedWebhooks, turnOffAgain } from './turn-off-again-queries.ts';
export { readWebhookState, type WebhookState } from './webhook-state.ts';

/** The database adds its jobs (db/functions/outgoing-webhooks.sql). */
const deliverTask = 'deliver-webhook';
const forgetTask = 'forget-webhooks';
const keptForMs = webhooksKeptDays * 24 * 3_600_000;

interface Ports {
  findSoldOrder: FindSoldOrder;
  listOfficers: ListOfficers;
}

/** Sends events to operators' own systems. */
function outgoingWebhooksFeature(
  { config, appSecret, db, clock, log, sandboxUrl }: Platform,
  { findSoldOrder, listOfficers }: Ports,
) {
  const sandbox = sandboxUrl ? [new URL(sandboxUrl).origin] : [];
  const allowedOrigins = [...config.webhookOrigins, ...sandbox];
  const deps = { db, clock, secrets: webhookSecrets(appSecret), allowedOrigins };
  const delivering: DeliverDeps = {
    ...deps,
    log,
    userAgent: `${config.brand.name.replace(/[^\w-]/g, '')}/${version}`,
    async listKeepers(tx: Tx) {
      const officers = await listOfficers(tx);
      return officers
        .filter(({ permissions }) => permissions.has('outgoing-webhooks:write'))
        .map(({ playerId }) => playerId);
    },
  };
  return {
    name: 'outgoing-webhooks',
    routes(app) {
      outgoingWebhooksRoutes(app, deps);
      gaugeWebhooks(app.metrics, { db, clock });
    },
    tasks: {
      [deliverTask]: (job: { sendId: string }) => deliverWebhook(job, delivering),
      // Processes of the previous release add these until they stop. Each send has its own job, so nothing is left to
      // do.
      'send-webhooks': async () => {},
      [replayTask]: (job: Replayed) => replayBatch(job, deps),
      [giveUpTask]: (job: { endpointId: string }) => giveUpWaiting(db, job.endpointId),
      async [forgetTask]() {
        await forgetEvents(db.reports, new Date(clock.now().getTime() - keptForMs));
        await forgetSecrets(db.reports, clock.now());
        await forgetEndpoints(db.reports);
      },
    },
    crontab: `20 3 * * * ${forgetTask}`,
    publishes: { 'webhook.turned-off': 'A webhook was turned off' },
    listeners: eventListeners({ db, clock, findSoldOrder }),
  } satisfies Feature;
}

export const module = {
  tables: ['webhook_endpoints', 'webhook_events', 'webhook_secrets', 'webhook_sends', 'webhook_tries'],
  open: outgoingWebhooksFeature,
} satisfies FeatureModule;
