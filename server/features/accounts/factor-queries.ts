// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deletePasskeys } from './passkey-store.ts';
import { deleteApp } from './second-factor/authenticator-app-store.ts';
import { replaceRecoveryCodes } from './second-factor/recovery-code-store.ts';
import { forgetWrongCodes } from './second-factor/wrong-code-store.ts';

/** SQL condition: the player has set up a second factor, an app or a passkey. */
export function hasFactor(playerId: Sql): Sql {
  return sql`(exists (select from authenticator_apps a where a.player_id = ${playerId} and a.confirmed_at is not null)
    or exists (select from passkeys k where k.player_id = ${playerId}))`;
}

export interface Factors {
  /** Whether the player has a factor other than recovery codes, which are only a fallback. */
  isEnrolled: boolean;
  appSince: Date | null;
  recoveryCodesLeft: number;
  lockedUntil: Date | null;
}

/** The factors that a player has set up. */
export function readFactors(db: Queryable, playerId: string): Promise<Factors> {
  return db.one<Factors>(sql`
    select ${hasFactor(sql`${playerId}`)} as is_enrolled,
      (select confirmed_at from authenticator_apps where player_id = ${playerId}) as app_since,
      (select count(*) from recovery_codes where player_id = ${playerId} and used_at is null) as recovery_codes_left,
      (select locked_until from wrong_codes where player_id = ${playerId}) as locked_until`);
}

/** Deletes all factors of a player, with recovery codes and counts of wrong codes. */
export async function deleteFactors(tx: Tx, playerId: string): Promise<void> {
  await deleteApp(tx, playerId);
  await deletePasskeys(tx, playerId);
  await replaceRecoveryCodes(tx, playerId, []);
  await forgetWrongCodes(tx, playerId);
}
