// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { JournalEntries } from '../../platform/journal/entries.ts';
import { deleteEndpoint, turnOff } from './webhook-endpoint-store.ts';

interface HereEndpoint {
  id: string;
  address: string;
  isOn: boolean;
  revision: string;
}

/** Pairs journal lines with the endpoints that exist here. */
async function findHere(
  db: Queryable,
  noted: readonly JournalEntries['webhook'][],
): Promise<{ here: HereEndpoint; line: JournalEntries['webhook']; isChanged: boolean }[]> {
  const rows = await db.rows<HereEndpoint>(sql`
    select id, address, off_since is null as is_on, revision from webhook_endpoints
    where id = any (${noted.map(({ endpointId }) => endpointId)}::uuid[]) and deleted_at is null`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return noted.flatMap((line) => {
    const here = byId.get(line.endpointId);
    // Revisions ascend with time: a line older than the endpoint here only waits for its successor. Lines of an early
    // release have none.
    return here ? { here, line, isChanged: (line.revision ?? '') > here.revision } : [];
  });
}

/**
 * After a restore, turns off and deletes webhooks again that were off or deleted but receive events here. Also turns
 * off webhooks whose address or secret was changed since: the old one here may have leaked.
 * @returns their ids
 */
export async function turnOffAgain(
  tx: Tx,
  noted: readonly JournalEntries['webhook'][],
  { at }: { at: Date },
): Promise<string[]> {
  const again: string[] = [];
  for (const { here, line, isChanged } of await findHere(tx, noted)) {
    const reason = line.offReason ?? (isChanged ? 'by_hand' : null);
    if (line.deletedAt !== null) await deleteEndpoint(tx, here.id, at);
    else if (reason && here.isOn) await turnOff(tx, here.id, { since: at, reason });
    else continue;
    again.push(here.id);
  }
  return again;
}

/** Webhooks whose address or secret was changed since, until this database has its own later change of them. */
export async function listChangedWebhooks(
  db: Queryable,
  noted: readonly JournalEntries['webhook'][],
): Promise<{ id: string; host: string }[]> {
  const pairs = await findHere(db, noted);
  return pairs.flatMap(({ here: { id, address }, isChanged }) =>
    isChanged ? { id, host: new URL(address).host } : [],
  );
}
