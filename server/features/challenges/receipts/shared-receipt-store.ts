// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { ShareOptions } from '../../../../contract/shared-receipts.ts';
import type { WinOnPage } from '../../../page-ports.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ListedWin } from '../../../ports.ts';

export interface SharedReceiptRow extends ShareOptions {
  id: string;
  attemptId: string;
  sharedAt: Date;
}

const columns = sql`id, attempt_id, shows_epic_name, is_listed, is_invitation, shared_at`;

export function findShareOfAttempt(db: Queryable, attemptId: string): Promise<SharedReceiptRow | undefined> {
  return db.row(sql`select ${columns} from shared_receipts where attempt_id = ${attemptId}`);
}

/** The receipt that a link shows; none while its player is leaving. */
export function findSharedReceipt(db: Queryable, id: string): Promise<SharedReceiptRow | undefined> {
  return db.row(sql`
    select ${columns} from shared_receipts s
    where id = ${id} and exists (
      select from player_states p where p.id = s.player_id and p.deleted_at is null)`);
}

/** Shares an attempt's receipt, or changes what its link shows. */
export function saveShare(
  tx: Tx,
  share: ShareOptions & { attemptId: string; playerId: string; at: Date },
): Promise<SharedReceiptRow> {
  return tx.one<SharedReceiptRow>(sql`
    insert into shared_receipts (attempt_id, player_id, shows_epic_name, is_listed, is_invitation, shared_at)
    values (${share.attemptId}, ${share.playerId}, ${share.showsEpicName}, ${share.isListed}, ${share.isInvitation},
      ${share.at})
    on conflict (attempt_id) do update
    set shows_epic_name = excluded.shows_epic_name, is_listed = excluded.is_listed,
      is_invitation = excluded.is_invitation
    returning ${columns}`);
}

export async function deleteShare(tx: Tx, attemptId: string): Promise<void> {
  await tx.run(sql`delete from shared_receipts where attempt_id = ${attemptId}`);
}

/** Takes a win off the front page; its link stays. */
export async function unlistShare(tx: Tx, attemptId: string): Promise<void> {
  await tx.run(
    sql`update shared_receipts set is_listed = false where attempt_id = ${attemptId} and is_listed`,
  );
}

/** How many of the newest listed wins are searched for those whose players may be shown. */
const maxWalked = 1000;
/** So that no single player fills the front page. */
const maxOfPlayer = 2;

/** The newest wins that the front page may show: none that was voided, none of players who were suspended or deleted. */
export function listWins(db: Queryable, limit: number): Promise<ListedWin[]> {
  return db.rows(sql`
    select s.id as receipt_id, s.player_id, a.completed_at as won_at, a.reward_given_gc as reward_gc,
      a.challenge_description as description, a.required_placement, a.required_kills
    from (
      select walked.id, walked.attempt_id, walked.player_id,
        row_number() over (partition by walked.player_id order by walked.attempt_id desc) as place
      from (
        select id, attempt_id, player_id from shared_receipts
        where is_listed order by attempt_id desc limit ${maxWalked}
      ) walked
      join counted_attempts won on won.id = walked.attempt_id and won.status = 'SUCCESS'
    ) s
    join counted_attempts a on a.id = s.attempt_id
    join player_states p on p.id = s.player_id and p.deleted_at is null and p.suspended_at is null
    where s.place <= ${maxOfPlayer}
    order by s.attempt_id desc limit ${limit}`);
}

/** The newest wins that a player lets be listed; none that was voided. */
export function listWinsOf(db: Queryable, playerId: string, limit: number): Promise<WinOnPage[]> {
  return db.rows<WinOnPage>(sql`
    select s.id as receipt_id, a.completed_at as won_at, a.reward_given_gc as reward_gc,
      a.challenge_description as description, a.challenge_id, a.challenge_type
    from shared_receipts s join counted_attempts a on a.id = s.attempt_id and a.status = 'SUCCESS'
    where s.player_id = ${playerId} and s.is_listed order by s.attempt_id desc limit ${limit}`);
}

export function getShares(db: Queryable, playerId: string): Promise<SharedReceiptRow[]> {
  return db.rows(
    sql`select ${columns} from shared_receipts where player_id = ${playerId} order by shared_at, id`,
  );
}
