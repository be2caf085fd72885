import sql from 'sql-template-tag';
import type { PlayerExport } from '../../../contract/own-account.ts';
import type { Queryable } from '../../platform/db/database.ts';

type Exported = PlayerExport['referrals'][number];

/** Whom a player invited and by whom they were, in order and without names: those are other people's. */
export async function* exportReferrals(db: Queryable, playerId: string): AsyncGenerator<Exported> {
  const rows = await db.rows<Pick<Exported, 'side' | 'status'> & { signedUpAt: Date }>(sql`
    select case when referrer_id = ${playerId} then 'inviter' else 'invited' end as side, status,
      signed_up_at
    from referrals where ${playerId} in (referrer_id, invitee_id) order by signed_up_at`);
  for (const row of rows) yield { ...row, signedUpAt: row.signedUpAt.toISOString() };
}
