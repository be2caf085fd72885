// SPDX-License-Identifier: Apache-2.0

import type { SignIn } from '../../../../contract/sign-ins.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { getIdentities } from './identity-store.ts';

/** An account's sign-in methods, oldest first. */
export async function listSignIns(db: Queryable, playerId: string): Promise<SignIn[]> {
  const identities = await getIdentities(db, playerId);
  return identities
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ provider, email, isVerified, createdAt, lastSignedInAt }) => ({
      provider,
      email,
      isVerified,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastSignedInAt.toISOString(),
    }));
}
