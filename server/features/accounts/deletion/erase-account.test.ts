// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { noPauses } from '../../../../tests/support/open-play.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { JournalEntry } from '../../../platform/journal/entries.ts';
import { accountKeys, identityHash } from '../tokens.ts';
import * as deletions from './account-deletion-store.ts';
import { deleteUser } from './delete-user.ts';
import { eraseDue, forgetDeletedPlayer } from './erase-account.ts';

const dayMs = 24 * 3_600_000;
const noon = new Date('2026-03-10T12:00:00Z');
const keys = accountKeys('a secret of 32 letters, as it is made');

const db = openTestDatabase({ poolSize: 3 });
const written: JournalEntry[] = [];
const erased: string[] = [];
let failing: string | undefined;
beforeEach(async () => {
  for (const list of [written, erased]) list.length = 0;
  failing = undefined;
  await db.run(sql`delete from graphile_worker._private_jobs`);
});

const eraseOne = async (_tx: Tx, playerId: string) => {
  if (playerId === failing) throw new Error('cannot be erased');
  erased.push(playerId);
};
const deps = (isKept = true) => ({
  db,
  clock: { now: () => noon },
  listStandstills: async () => [],
  keys,
  deletionParts: { obstacles: [], departures: [], erasures: [eraseOne], personalFields: ['name'] },
  playPauses: { ...noPauses, findPauseEnd: async () => new Date(noon.getTime() + 5) },
  journal: { isKept, write: async (entry: JournalEntry) => void written.push(entry) } as never,
  sessions: { forget() {} } as never,
  deletionGraceMs: dayMs,
});
/** A player whose grace period has ended. */
async function leaving(gamerCoins = 0): Promise<string> {
  const { id: playerId } = await createPlayer(db, { gamerCoins });
  await db.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified, created_at, last_signed_in_at)
    values ('google', ${playerId}, ${playerId}, 'a@b.test', true, now(), now())`);
  const deletion = { deletedAt: new Date(noon.getTime() - dayMs), eraseAt: noon, forfeitedGC: 0 };
  await db.transaction((tx) =>
    deletions.insertDeletion(tx, {
      playerId,
      ...deletion,
      deletedBy: null,
      sessionHash: Buffer.from(playerId),
    }),
  );
  return playerId;
}
const jobs = () =>
  db.rows<{ name: string; payload: object; runAt: Date }>(sql`
    select task.identifier as name, job.payload, job.run_at from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where task.identifier <> 'note-authority' order by job.id`);

it('erases due accounts, journals each one and schedules a second pass a day later', async () => {
  const id = await leaving(7);
  await db.run(sql`update players set suspended_at = now() where id = ${id}`);
  await eraseDue(deps());
  expect(erased).toEqual([id]);
  const deletedAt = new Date(noon.getTime() - dayMs).toISOString();
  expect(written).toEqual([{ kind: 'erasing', playerId: id, deletedAt }]);
  expect(await jobs()).toEqual([
    { name: 'forget-deleted-player', payload: { playerId: id }, runAt: new Date(noon.getTime() + dayMs) },
    {
      name: 'note-in-journal',
      payload: { entry: { kind: 'erased', playerId: id, deletedAt } },
      runAt: expect.any(Date),
    },
  ]);
  const identity = await db.row(sql`
    select was_suspended, play_paused_until, deleted_at from deleted_identities
    where identity_hash = ${identityHash(keys.identity, 'google', id)}`);
  expect(identity).toEqual({
    ...{ wasSuspended: true, playPausedUntil: new Date(noon.getTime() + 5), deletedAt: new Date(deletedAt) },
  });
  const row = await db.row(sql`
    select p.name, p.email, p.erased_at, d.forfeited_gc, w.balance from players p
    join account_deletions d on d.player_id = p.id join wallets w on w.player_id = p.id and w.currency = 'GC'
    where p.id = ${id}`);
  expect(row).toEqual({ name: 'Deleted player', email: '', erasedAt: noon, forfeitedGC: 7, balance: 0 });
  // It is already done.
  await eraseDue(deps());
  expect(erased).toEqual([id]);
});

it('forfeits coins in each of the two passes and reserves the handle for a year', async () => {
  const id = await leaving(7);
  const { likeness } = await db.one<{ likeness: string }>(
    sql`select likeness from handles where player_id = ${id} and is_worn`,
  );
  await eraseDue(deps());
  await db.run(sql`update wallets set balance = 3 where player_id = ${id} and currency = 'GC'`);
  await forgetDeletedPlayer(id, deps());
  const names = await db.rows<{ name: string }>(sql`
    select idempotency_key as name from transfers where idempotency_key like ${`account-deleted:${id}:%`} order by 1`);
  expect(names.map(({ name }) => name.split(':').at(2))).toEqual(['afterwards', 'deletion']);
  const freeFrom = new Date(noon.getTime() + 365 * dayMs);
  expect(await db.rows(sql`select free_from, handle from handles where likeness = ${likeness}`)).toEqual([
    { freeFrom, handle: null },
  ]);
});

it('schedules no journal entry when no journal is configured', async () => {
  await leaving();
  await eraseDue(deps(false));
  expect((await jobs()).map(({ name }) => name)).toEqual(['forget-deleted-player']);
});

it('continues past an account that cannot be erased, and reports it', async () => {
  const [stuck, next] = [await leaving(), await leaving()];
  failing = stuck;
  const failure = await eraseDue(deps()).catch((error) => error);
  expect(failure.message).toContain(`${stuck}: cannot be erased`);
  expect(failure.cause).toEqual(new Error('cannot be erased'));
  expect(erased).toEqual([next]);
  const left = await db.rows(sql`select erased_at from players where id = ${stuck}`);
  expect(left).toEqual([{ erasedAt: null }]);
});

it('removes late coins and the link to the requesting session in the second pass', async () => {
  const id = await leaving();
  failing = undefined;
  await eraseDue(deps());
  const session = Buffer.from(id);
  expect(await deletions.findDeletionBySession(db, session)).toBeDefined();
  await db.run(sql`update wallets set balance = 3 where player_id = ${id} and currency = 'GC'`);
  await forgetDeletedPlayer(id, deps());
  const { balance } = await db.one<{ balance: number }>(
    sql`select balance from wallets where player_id = ${id} and currency = 'GC'`,
  );
  expect([balance, erased.filter((one) => one === id).length]).toEqual([0, 2]);
  // Later coins are forfeited by the next run, however many runs there are.
  await db.run(sql`update wallets set balance = 5 where player_id = ${id} and currency = 'GC'`);
  for (let again = 0; again < 2; again++) await forgetDeletedPlayer(id, deps());
  const after = await db.one<{ balance: number }>(
    sql`select balance from wallets where player_id = ${id} and currency = 'GC'`,
  );
  expect(after.balance).toBe(0);
  expect(await deletions.findDeletionBySession(db, session)).toBeUndefined();
});

it('explains a refused deletion to an administrator in the third person', async () => {
  const { id: actorId } = await createPlayer(db, { role: 'SUPER_ADMIN' });
  const { id: userId } = await createPlayer(db);
  const data = { title: 'Steam', paymentId: 'p1', time: '21 Nov 2026, 12:00 UTC' };
  const refused = (refusal: string) =>
    deleteUser({ actorId, userId, reason: 'a test' }, {
      ...deps(),
      deletionParts: { ...deps().deletionParts, obstacles: [async () => ({ refused: refusal, data })] },
    } as never);
  for (const [refusal, why] of [
    ['deletion_attempt_active', 'a challenge is running'],
    ['deletion_delivery_pending', '“Steam” is not delivered yet (Alerts)'],
    ['deletion_payment_open', 'the card payment p1 is still open and ends by 21 Nov 2026, 12:00 UTC'],
  ] as const) {
    expect(await refused(refusal)).toMatchObject({ refused: 'user_not_deletable', data: { why } });
  }
  expect(await refused('something_else')).toEqual({ refused: 'something_else', data });
  const done = await deleteUser({ actorId, userId, reason: 'a test' }, deps());
  const eraseAt = new Date(noon.getTime() + dayMs).toISOString();
  expect(done).toEqual({ deletedAt: noon.toISOString(), eraseAt, forfeitedGC: 0 });
  expect((await jobs()).map(({ name, payload }) => [name, payload])).toEqual([
    ['player.deleted', { playerId: userId, eraseAt }],
  ]);
});

it('replays a deletion only while the administrator still has the permission', async () => {
  const { id: actorId } = await createPlayer(db, { role: 'SUPER_ADMIN' });
  const { id: userId } = await createPlayer(db);
  const remove = () => deleteUser({ actorId, userId, reason: 'a test' }, deps());
  const done = await remove();
  expect(await remove()).toEqual(done);
  await db.run(sql`update players set suspended_at = now() where id = ${actorId}`);
  expect(await remove()).toEqual({ refused: 'forbidden' });
});
