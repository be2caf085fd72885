// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

/** @returns a function that returns this installation's id, which it reads only once */
export function installationId(db: Queryable): () => Promise<string> {
  let known: string | undefined;
  return async () => {
    known ??= (await db.one<{ id: string }>(sql`select id from installation`)).id;
    return known;
  };
}
