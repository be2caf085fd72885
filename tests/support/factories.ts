// SPDX-License-Identifier: Apache-2.0

import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import { openWallets } from '../../server/ledger/balances.ts';
import { transfer } from '../../server/ledger/transfer.ts';
import type { Database } from '../../server/platform/db/database.ts';

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const randomCode = () => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');

export interface NewPlayer {
  name?: string;
  email?: string;
  role?: string;
  /** Initial coins, from the house account for adjustments. */
  gamerCoins?: number;
}

/** The name that others see. */
export async function handleOf(db: Database, { id }: { id: string }): Promise<string> {
  const { handle } = await db.one<{ handle: string }>(
    sql`select handle from handles where player_id = ${id} and is_worn`,
  );
  return handle;
}

/** A player as after signing up without an invitation. Other features' factories build on it. */
export async function createPlayer(
  db: Database,
  { name = 'Test Player', email, role = 'USER', gamerCoins = 0 }: NewPlayer = {},
): Promise<{ id: string; email: string }> {
  const referralCode = randomCode();
  const address = email ?? `${referralCode.toLowerCase()}@player.test`;
  return db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: string }>(sql`
      insert into players (name, email, role, is_verified, referral_code)
      values (${name}, ${address}, ${role}, true, ${referralCode}) returning id`);
    await openWallets(tx, id);
    if (gamerCoins > 0) {
      await transfer(tx, {
        currency: 'GC',
        amount: gamerCoins,
        from: { house: 'adjustments' },
        to: { player: id },
        type: 'admin_credit',
        reference: id,
        idempotencyKey: `test-funds:${id}`,
        description: 'Coins to begin with',
      });
    }
    return { id, email: address };
  });
}

/** The ids of two players: usually the one under test, and another one. */
export async function createTwoPlayers(db: Database): Promise<[string, string]> {
  return [(await createPlayer(db)).id, (await createPlayer(db)).id];
}
