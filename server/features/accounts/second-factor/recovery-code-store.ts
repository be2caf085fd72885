// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/database.ts';

/** Deletes all earlier codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  playerId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await tx.run(sql`delete from recovery_codes where player_id = ${playerId}`);
  for (const hash of codeHashes) {
    await tx.run(sql`insert into recovery_codes (player_id, code_hash) values (${playerId}, ${hash})`);
  }
}

/** Uses up a code; false if it does not exist or was used before. */
export async function takeRecoveryCode(
  tx: Tx,
  { playerId, codeHash, usedAt }: { playerId: string; codeHash: Buffer; usedAt: Date },
): Promise<boolean> {
  const used = await tx.run(sql`
    update recovery_codes set used_at = ${usedAt}
    where player_id = ${playerId} and code_hash = ${codeHash} and used_at is null`);
  return used === 1;
}
