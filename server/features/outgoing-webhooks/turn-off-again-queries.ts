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

/** Pairs lines with the endpoints that this database has and that are not deleted. */
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
    // Revisions ascend with time: a line that is older than the endpoint here only waits for its successor. Lines of an
    // early version have none.
    return here ? { here, line, isChanged: (line.revision ?? '') > here.revision } : [];
  });
}

/**
 * Turns off and removes again webhooks that had been, and get events here, as after a restore. Also turns off those whose
 * address or secret was changed since: it may have been changed because the one here leaked.
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
