// SPDX-License-Identifier: Apache-2.0

import type { Permission } from '../contract/permissions.ts';
import { listOfficers } from '../server/features/accounts/feature.ts';
import type { Database } from '../server/platform/db/database.ts';
import { findAccount } from './find-account.ts';

/**
 * The id of the administrator on whose behalf the command acts.
 * @throws if a required permission is missing
 */
export async function findOfficer(
  db: Database,
  by: string | undefined,
  needed: readonly Permission[],
): Promise<string> {
  if (!by) throw new Error('--by is missing: give the address, handle or id of an administrator');
  const { id } = await findAccount(db, by);
  const officer = (await listOfficers(db, 0)).find(({ playerId }) => playerId === id);
  if (needed.every((permission) => officer?.permissions.has(permission))) return id;
  throw new Error(`${by} lacks a permission for this (${needed.join(', ')}): name another administrator`);
}
