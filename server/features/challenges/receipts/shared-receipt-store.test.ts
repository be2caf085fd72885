// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { type AttemptParts, insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createPlayer, createTwoPlayers } from '../../../../tests/support/factories.ts';
import * as shares from './shared-receipt-store.ts';

const db = openAttemptRows();
const now = new Date('2026-06-15T12:00:00Z');
let player: string;
let other: string;
beforeEach(async () => {
  [player, other] = await createTwoPlayers(db);
});

async function share(playerId: string, isListed = true, parts: AttemptParts = {}): Promise<string> {
  const attemptId = await insertAttempt(db, playerId, parts);
  const what = { attemptId, playerId, showsEpicName: true, isListed, isInvitation: false, at: now };
  return (await db.transaction((tx) => shares.saveShare(tx, what))).id;
}
const listed = async (limit = 9) => (await shares.listWins(db, limit)).map(({ receiptId }) => receiptId);

it('lists the newest wins, two per player, without voided wins', async () => {
  const [first, second, third] = [await share(player), await share(player), await share(player)];
  const lost = await share(other, true, { status: 'CANCELLED', reason: 'voided', voidedAt: now });
  await share(other, false);
  const others = await share(other);
  expect(await listed()).toEqual([others, third, second]);
  expect(await listed(2)).toEqual([others, third]);
  const attemptOf = async (id: string) => (await shares.findSharedReceipt(db, id))?.attemptId as string;
  const unlisted = await attemptOf(third);
  await db.transaction((tx) => shares.unlistShare(tx, unlisted));
  expect(await listed()).toEqual([others, second, first]);
  expect(await attemptOf(lost)).toEqual(expect.any(String));
});

it.each(['suspended_at', 'deleted_at'])('omits players with %s', async (column) => {
  const gone = (await createPlayer(db)).id;
  await share(gone);
  const shown = await share(player);
  await db.run(sql`
    update players set suspended_at = case when ${column} = 'suspended_at' then ${now}::timestamptz end,
      deleted_at = case when ${column} = 'deleted_at' then ${now}::timestamptz end
    where id = ${gone}`);
  expect(await listed()).toEqual([shown]);
});

it('searches the newest thousand shared receipts', { tags: ['long'] }, async () => {
  const oldest = await share(player);
  const attemptId = await insertAttempt(db, other);
  const copy = (count: number) =>
    db.run(sql`
      with copies as (
        insert into attempts select (jsonb_populate_record(a, jsonb_build_object('id', make_uuidv7()))).*
        from attempts a, generate_series(1, ${count}::int) where a.id = ${attemptId} returning id, player_id
      )
      insert into shared_receipts (attempt_id, player_id, shows_epic_name, is_listed, shared_at)
      select id, player_id, true, true, ${now} from copies`);
  await copy(999);
  expect(await listed()).toContain(oldest);
  await copy(1);
  expect(await listed()).toHaveLength(2);
  expect(await listed()).not.toContain(oldest);
});
