// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../../tests/support/app.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { scriptedJournal } from '../../../../tests/support/scripted-journal.ts';
import { getBalances } from '../../../ledger/balances.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { insertDeletion } from './account-deletion-store.ts';
import { cancelDeletionsAgain } from './repeat-erasure.ts';

const { journal, entries, state } = scriptedJournal();
const app = openForTests(() => startTestApp({ journal, config: { deletionGraceMs: 0 } }));

const nameOf = async (id: string) =>
  (await app.db.one<{ name: string }>(sql`select name from players where id = ${id}`)).name;

/** Runs the jobs that write to the journal. */
async function noteDone(): Promise<void> {
  const jobs = await app.db.rows<{ payload: unknown }>(sql`
    select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'note-in-journal' order by j.id`);
  for (const { payload } of jobs) await (app.app.tasks['note-in-journal'] as Task)(payload as never);
}

it('erases nobody while the journal cannot record it', async () => {
  const { id } = await createPlayer(app.db, { name: 'Ada Gone' });
  const token = await app.signIn(id);
  const remove = () =>
    app.call({ method: 'POST', url: '/auth/delete-account', token, payload: { confirmation: 'DELETE' } });
  state.isAway = true;
  expect((await remove()).json().code).toBe('unavailable');
  expect(await nameOf(id)).toBe('Ada Gone');
  state.isAway = false;
  expect((await remove()).statusCode).toBe(200);
  const said = { playerId: id, deletedAt: app.clock.now().toISOString() };
  expect(entries).toEqual([{ kind: 'erasing', ...said }]);
  await noteDone();
  expect(entries).toEqual([
    { kind: 'erasing', ...said },
    { kind: 'erased', ...said },
  ]);
});

it('repeats an erasure once in a restored database, and touches nobody else', async () => {
  const { id } = await createPlayer(app.db, { name: 'Bob Back', gamerCoins: 70 });
  const token = await app.signIn(id);
  const again = () => app.app.repeatErasure({ playerId: id, deletedAt: new Date(0) });
  expect([await again(), await again()]).toEqual([true, false]);
  expect(await app.app.repeatErasure({ playerId: randomUUID(), deletedAt: new Date(0) })).toBe(false);
  expect(await nameOf(id)).toBe('Deleted player');
  expect((await getBalances(app.db, id)).gamerCoins).toBe(0);
  expect((await app.call({ url: '/auth/get-profile', token })).statusCode).toBe(401);
  expect(entries).toHaveLength(2);
});

it('restores an account whose player kept it after the backup, and skips active and erased accounts', async () => {
  const deletedAt = new Date('2026-03-10T12:00:00Z');
  const leave = async (erasedAt: Date | null = null) => {
    const { id: playerId } = await createPlayer(app.db);
    await app.db.transaction((tx) =>
      insertDeletion(tx, {
        ...{ playerId, deletedAt, eraseAt: deletedAt, forfeitedGC: 0, deletedBy: null, sessionHash: null },
      }),
    );
    await app.db.run(sql`update players set erased_at = ${erasedAt} where id = ${playerId}`);
    return playerId;
  };
  const keep = (playerId: string, ms: number) =>
    app.db.transaction(async (tx) => {
      const keptAt = new Date(deletedAt.getTime() + ms).toISOString();
      return (await cancelDeletionsAgain(tx, [{ playerId, keptAt }])).length > 0;
    });
  const isHere = async (id: string) =>
    (
      await app.db.one<{ here: boolean }>(
        sql`select deleted_at is null as here from players where id = ${id}`,
      )
    ).here;
  const [sooner, same, later, erased] = [
    await leave(),
    await leave(),
    await leave(),
    await leave(new Date(deletedAt.getTime() + 1)),
  ];
  const { id: here } = await createPlayer(app.db);
  expect([await keep(sooner, -1), await keep(same, 0), await keep(later, 1)]).toEqual([false, true, true]);
  expect([await keep(erased, 1), await keep(here, 1), await keep(randomUUID(), 1)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await Promise.all([sooner, same, later, erased, here].map(isHere))).toEqual([
    ...[false, true, true, false, true],
  ]);
});

it('repeats an erasure for a deleted account, with the date of its deletion', async () => {
  const { id: playerId } = await createPlayer(app.db);
  const deletedAt = new Date('2026-03-10T12:00:00Z');
  await app.db.transaction((tx) =>
    insertDeletion(tx, {
      ...{ playerId, deletedAt, eraseAt: deletedAt, forfeitedGC: 0, deletedBy: null, sessionHash: null },
    }),
  );
  expect(await app.app.repeatErasure({ playerId, deletedAt: new Date(0) })).toBe(true);
  const row = await app.db.row(sql`select name, deleted_at from players where id = ${playerId}`);
  expect(row).toEqual({ name: 'Deleted player', deletedAt });
});
