// SPDX-License-Identifier: Apache-2.0

import sql, { empty } from 'sql-template-tag';
import type { PlayerExport } from '../../../contract/player-export.ts';
import type { Queryable } from '../../platform/db/database.ts';

type Exported = PlayerExport['referrals'][number];

const referralsPerPage = 1000;

interface Row extends Pick<Exported, 'status'> {
  inviteeId: string;
  signedUpAt: Date;
  /** Time with microseconds. */
  place: string;
}

const columns = sql`invitee_id, status, signed_up_at, signed_up_at::text as place`;
const view = (side: Exported['side'], { status, signedUpAt }: Row): Exported => ({
  side,
  status,
  signedUpAt: signedUpAt.toISOString(),
});

/**
 * Whether someone invited the player, and the players they invited, newest first; without names, which are other
 * people's data.
 */
export async function* exportReferrals(db: Queryable, playerId: string): AsyncGenerator<Exported> {
  const own = await db.row<Row>(sql`select ${columns} from referrals where invitee_id = ${playerId}`);
  if (own) yield view('invited', own);
  let last: Row | undefined;
  do {
    const before = last
      ? sql`and signed_up_at <= ${last.place}::timestamptz
          and (signed_up_at, invitee_id) < (${last.place}::timestamptz, ${last.inviteeId}::uuid)`
      : empty;
    const page: Row[] = await db.rows<Row>(sql`
      select ${columns} from referrals where referrer_id = ${playerId} ${before}
      order by signed_up_at desc, invitee_id desc limit ${referralsPerPage}`);
    yield* page.map((row) => view('inviter', row));
    last = page.length === referralsPerPage ? page.at(-1) : undefined;
  } while (last);
}
