// SPDX-License-Identifier: Apache-2.0

import { findAccounts } from '../server/features/accounts/feature.ts';
import type { Queryable } from '../server/platform/db/database.ts';

/** Finds the account with this id, address or handle. @throws if there is none, or several */
export async function findAccount(
  db: Queryable,
  named: string,
): Promise<Awaited<ReturnType<typeof findAccounts>>[number]> {
  const [account, ...others] = await findAccounts(db, named);
  if (!account) throw new Error(`no account has the id, address or handle ${named}`);
  if (others.length > 0) {
    const ids = [account, ...others].map(({ id }) => id).join(', ');
    throw new Error(`${others.length + 1} accounts are called ${named}: give the id of one (${ids})`);
  }
  return account;
}
