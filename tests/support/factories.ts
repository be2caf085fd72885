import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database } from '../../server/platform/db/database.ts';

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const randomCode = () => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');

export interface NewPlayer {
  name?: string;
  email?: string;
  role?: string;
}

/** A player as after a sign-up that nobody invited. Other features' factories build on it. */
export async function createPlayer(
  db: Database,
  { name = 'Test Player', email, role = 'USER' }: NewPlayer = {},
): Promise<{ id: string; email: string }> {
  const referralCode = randomCode();
  const address = email ?? `${referralCode.toLowerCase()}@player.test`;
  const row = await db.row<{ id: string }>(sql`
    insert into players (name, email, role, is_verified, referral_code)
    values (${name}, ${address}, ${role}, true, ${referralCode}) returning id`);
  if (!row) throw new Error('insert returned nothing');
  return { id: row.id, email: address };
}
