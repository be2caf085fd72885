// SPDX-License-Identifier: Apache-2.0

import type { Statement } from '../../../contract/wallet.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { toEntry } from './read-statement.ts';
import { toTransferTypes } from './rules.ts';
import { listTransfersBefore } from './transfer-queries.ts';

const transfersPerPage = 500;

/** All transfers to and from a player, newest first. */
export async function* exportTransfers(
  db: Queryable,
  playerId: string,
): AsyncGenerator<Statement['history'][number]> {
  const types = toTransferTypes(undefined);
  let before: string | undefined;
  do {
    const page = await listTransfersBefore(db, playerId, { before, limit: transfersPerPage, types });
    yield* page.map(toEntry);
    before = page.length === transfersPerPage ? String(page.at(-1)?.id) : undefined;
  } while (before);
}
