// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';

import { webhooksKeptDays } from '../../../contract/outgoing-webhooks-admin.ts';
import type { ListOfficers } from '../../approval-ports.ts';
import type { Door, Feature, Platform } from '../../feature.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { FindSoldOrder } from '../../ports.ts';
import { version } from '../../version.ts';
import { outgoingWebhooksRoutes } from './admin-routes.ts';
import { giveUpTask, giveUpWaiting } from './give-up-sends.ts';
import { eventListeners, sendTask } from './record-event.ts';
import { replayBatch, replayTask } from './send-again.ts';
import { webhookSender } from './send-webhooks.ts';
import { forgetEndpoints } from './webhook-endpoint-store.ts';
import { forgetEvents, forgetSecrets, type Replayed } from './webhook-event-store.ts';
import { gaugeWebhooks } from './webhook-metrics.ts';
import { webhookSecrets } from './webhook-secret-store.ts';

export type { NotedWebhook } from './journal-entries.ts';
export { isWebhookBack, turnOffAgain } from './turn-off-again-queries.ts';
export { readWebhookState, type WebhookState } from './webhook-state.ts';

const forgetTask = 'forget-webhooks';
const keptForMs = webhooksKeptDays * 24 * 3_600_000;

interface Ports {
  findSoldOrder: FindSoldOrder;
  listOfficers: ListOfficers;
  stopping: () => boolean;
}

/** Sends events to operators' own systems. */
function outgoingWebhooksFeature(
  { config, appSecret, db, clock, log, sandboxUrl }: Platform,
  { findSoldOrder, listOfficers, stopping }: Ports,
) {
  const sandbox = sandboxUrl ? [new URL(sandboxUrl).origin] : [];
  const allowedOrigins = [...config.webhookOrigins, ...sandbox];
  const deps = { db, clock, secrets: webhookSecrets(appSecret), allowedOrigins };
  const send = webhookSender({
    ...deps,
    log,
    userAgent: `${config.brand.name.replace(/[^\w-]/g, '')}/${version}`,
    stopping,
    async listKeepers(tx: Tx) {
      const officers = await listOfficers(tx);
      return officers
        .filter(({ permissions }) => permissions.has('outgoing-webhooks:write'))
        .map(({ playerId }) => playerId);
    },
  });
  return {
    name: 'outgoing-webhooks',
    routes(app) {
      outgoingWebhooksRoutes(app, deps);
      gaugeWebhooks(app.metrics, { db, clock });
    },
    tasks: {
      [sendTask]: send,
      [replayTask]: (job: Replayed) => replayBatch(job, deps),
      [giveUpTask]: (job: { endpointId: string }) => giveUpWaiting(job, db),
      async [forgetTask]() {
        await forgetEvents(db.reports, new Date(clock.now().getTime() - keptForMs));
        await forgetSecrets(db.reports, clock.now());
        await forgetEndpoints(db.reports);
      },
    },
    // Every minute, for retries, and once a night. Without a job key, because with one graphile-worker would use up the
    // tries
    // of a job that is running.
    crontab: `* * * * * ${sendTask}\n20 3 * * * ${forgetTask}`,
    publishes: { 'webhook.turned-off': 'A webhook was turned off' },
    listeners: eventListeners({ db, clock, findSoldOrder }),
  } satisfies Feature;
}

export const door = {
  tables: ['webhook_endpoints', 'webhook_events', 'webhook_secrets', 'webhook_sends', 'webhook_tries'],
  open: outgoingWebhooksFeature,
} satisfies Door;
