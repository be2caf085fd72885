// SPDX-License-Identifier: Apache-2.0

import type { WebhookSendDetail } from '../../../contract/outgoing-webhooks-admin.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { toPage } from '../../platform/to-page.ts';
import { viewRow } from '../../platform/view-row.ts';
import { findEndpoint, listEndpoints } from './webhook-endpoint-store.ts';
import { findSend, listSends, listTries } from './webhook-send-store.ts';

export async function readEndpoints(db: Database) {
  return { list: (await listEndpoints(db)).map(viewRow) };
}

/** Refuses `not_found`. */
export async function readSends(
  page: { endpointId: string; status?: string | undefined; before?: string | undefined; limit: number },
  db: Database,
) {
  if (!(await findEndpoint(db, page.endpointId))) return refuse('not_found');
  const sends = await listSends(db, { ...page, limit: page.limit + 1 });
  return toPage(sends.map(viewRow), page.limit);
}

/** Refuses `not_found`. */
export async function readSend(
  { endpointId, sendId }: { endpointId: string; sendId: string },
  db: Database,
): Promise<WebhookSendDetail | Refusal> {
  if (!(await findEndpoint(db, endpointId))) return refuse('not_found');
  const send = await findSend(db, endpointId, sendId);
  if (!send) return refuse('not_found');
  return { ...viewRow(send), history: (await listTries(db, sendId)).map(viewRow) };
}
