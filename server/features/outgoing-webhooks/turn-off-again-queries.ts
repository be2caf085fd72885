// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/database.ts';
import type { JournalEntries } from '../../platform/journal/entries.ts';
import { deleteEndpoint, turnOff } from './webhook-endpoint-store.ts';

/** Turns off and removes again webhooks that had been, and get events here, as after a restore. @returns their ids */
export async function turnOffAgain(
  tx: Tx,
  noted: readonly JournalEntries['webhook'][],
  { at }: { at: Date },
): Promise<string[]> {
  const off = noted.filter(({ deletedAt, offReason }) => deletedAt !== null || offReason !== null);
  const here = await tx.rows<{ id: string; isOn: boolean }>(sql`
    select id, off_since is null as is_on from webhook_endpoints
    where id = any (${off.map(({ endpointId }) => endpointId)}::uuid[]) and deleted_at is null`);
  const isOn = new Map(here.map((one) => [one.id, one.isOn]));
  const again: string[] = [];
  for (const { endpointId, deletedAt, offReason } of off) {
    if (deletedAt !== null && isOn.has(endpointId)) await deleteEndpoint(tx, endpointId, at);
    else if (offReason && isOn.get(endpointId))
      await turnOff(tx, endpointId, { since: at, reason: offReason });
    else continue;
    again.push(endpointId);
  }
  return again;
}
