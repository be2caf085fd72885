// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { NotedWebhook } from './journal-entries.ts';
import { deleteEndpoint, turnOff } from './webhook-endpoint-store.ts';

/** The webhooks that get events here although they were turned off or removed. */
async function listOn(db: Queryable, noted: readonly NotedWebhook[]): Promise<NotedWebhook[]> {
  const off = noted.filter(({ deletedAt, offReason }) => deletedAt !== null || offReason !== null);
  const here = await db.rows<{ id: string; isOn: boolean }>(sql`
    select id, off_since is null as is_on from webhook_endpoints
    where id = any (${off.map(({ endpointId }) => endpointId)}::uuid[]) and deleted_at is null`);
  const isOn = new Map(here.map((one) => [one.id, one.isOn]));
  return off.filter(
    ({ endpointId, deletedAt }) => isOn.get(endpointId) || (deletedAt !== null && isOn.has(endpointId)),
  );
}

/** Whether a webhook is back that had been turned off or removed, as after a restore. */
export async function isWebhookBack(db: Queryable, noted: readonly NotedWebhook[]): Promise<boolean> {
  return (await listOn(db, noted)).length > 0;
}

/** Turns them off again, and removes them again. @returns their ids */
export async function turnOffAgain(tx: Tx, noted: readonly NotedWebhook[], at: Date): Promise<string[]> {
  const on = await listOn(tx, noted);
  for (const { endpointId, deletedAt, offReason } of on) {
    if (deletedAt !== null) await deleteEndpoint(tx, endpointId, at);
    else if (offReason) await turnOff(tx, endpointId, { since: at, reason: offReason });
  }
  return on.map(({ endpointId }) => endpointId);
}
