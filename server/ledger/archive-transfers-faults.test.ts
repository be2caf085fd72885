// SPDX-License-Identifier: Apache-2.0

import sql, { raw, type Sql } from 'sql-template-tag';
import { expect, it } from 'vitest';
import { testSecret } from '../../tests/support/app.ts';
import { killedAfter } from '../../tests/support/killed-after.ts';
import { archiveTransfers, countLeft, endMonth } from '../../tests/support/old-transfers.ts';
import { startPlayedMonths } from '../../tests/support/played-months.ts';
import { seal } from '../../tests/support/seals.ts';
import { auditLedger } from '../audit.ts';
import type { Database, Transactional } from '../platform/db/database.ts';
import { outsideTransaction } from '../platform/db/second-connection.ts';

const months = startPlayedMonths();

it('stands whole wherever it is killed, and where two do it at a time', { tags: ['long'] }, async () => {
  await months.playMonth('one');
  await endMonth(months.test);
  await months.playMonth('two');
  await endMonth(months.test);
  await months.playMonth('three');
  for (let runs = 0; runs < 2; runs++) await seal(months.test);
  const { seen } = await months.look();
  for (let left = 1; ; left++) {
    expect(left).toBeLessThan(120);
    const dying = killedAfter(left);
    const transaction = dying(months.db.transaction) as Database['transaction'];
    const dyingOf = (given: Transactional) => ({
      ...given,
      transaction: dying(given.transaction) as Database['transaction'],
    });
    const reports = dyingOf(months.db.reports);
    const longRunning = dyingOf(months.db.longRunning);
    const isDone = await archiveTransfers(months.test, {
      db: { ...months.db, transaction, reports, longRunning },
      objects: { ...months.objects, put: dying(months.objects.put), get: dying(months.objects.get) },
    }).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'transfers: killed') throw error;
        return false;
      },
    );
    if (isDone) break;
    if (left % 4 === 0) expect(await months.breaches()).toEqual([]);
  }
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 2 });
  expect((await months.look()).seen).toEqual(seen);
  expect(await months.proveAll()).toEqual([]);
  await endMonth(months.test);
  await Promise.all([
    archiveTransfers(months.test),
    archiveTransfers(months.test),
    archiveTransfers(months.test),
  ]);
  expect(await countLeft(months.test)).toEqual({ here: 0, gone: 3 });
  expect((await months.look()).seen).toEqual(seen);
  expect(await months.proveAll()).toEqual([]);
});

it('asks no report for what takes as long as a month is large', async () => {
  await months.playMonth('one');
  await endMonth(months.test);
  const asked: string[] = [];
  const { reports } = months.db;
  const listening: Transactional = {
    ...reports,
    transaction: (work) =>
      reports.transaction((tx) => {
        const heard = (query: Sql) => {
          asked.push(query.sql.trim());
          return query;
        };
        return work({
          ...tx,
          rows: (query) => tx.rows(heard(query)),
          row: (query) => tx.row(heard(query as Sql)),
          one: (query) => tx.one(heard(query)),
          run: (query) => tx.run(heard(query)),
        });
      }),
  };
  for (const other of ['rows', 'row', 'one', 'run'] as const) {
    Object.assign(listening, { [other]: () => expect.unreachable() });
  }
  await archiveTransfers(months.test, { db: { ...months.db, reports: listening } });
  expect((await countLeft(months.test)).gone).toBe(1);
  // Only pages of rows by key, and the time zone in which rows are written.
  expect(asked.filter((text) => !/^set local timezone|limit \?/.test(text))).toEqual([]);
});

it('reads no object for proofs of what is nobody’s', async () => {
  await months.playMonth('one');
  await endMonth(months.test);
  const { token } = months.players[0] as { token: string };
  const last = (await months.readHistory(token)).lines.at(-1)?._id ?? '';
  await archiveTransfers(months.test);
  for await (const { name } of months.objects.list('archives/'))
    await months.objects.put(name, Buffer.from('other'));
  const ask = async (id: string) =>
    (await months.test.call({ url: `/seals/entries?transfers=${id}`, token })).statusCode;
  expect(await ask(String(Number(last) + 1_000_000))).toBe(200);
  expect(await ask(last)).toBe(503);
});

it('leaves a month to another process that is at it, however long that takes', async () => {
  await months.playMonth('one');
  await endMonth(months.test);
  const findBreaches = () => Promise.resolve(['nothing']);
  await expect(archiveTransfers(months.test, { findBreaches })).rejects.toThrow('contradict themselves');
  const before = await countLeft(months.test);
  await months.db.transaction(async (tx) => {
    await tx.run(sql`select from archives for update`);
    await outsideTransaction(() => archiveTransfers(months.test));
    expect(await outsideTransaction(() => countLeft(months.test))).toEqual(before);
  });
  await archiveTransfers(months.test);
  expect((await countLeft(months.test)).gone).toBe(before.gone + 1);
});

/** What the audit says after changes behind the application's back, which are undone again. */
async function saidOf(...statements: string[]): Promise<string[]> {
  const tables = ['carried_months', 'carried_wallets', 'transfer_keys', 'transfers', 'wallets'];
  const undone = new Error('undone');
  let said: string[] = [];
  const trying = months.db.transaction(async (tx) => {
    for (const table of tables) await tx.run(sql`alter table ${raw(table)} disable trigger user`);
    for (const statement of statements) expect(await tx.run(sql`${raw(statement)}`)).toBeGreaterThan(0);
    const within = {
      transaction: (work: (given: typeof tx) => unknown) =>
        work({ ...tx, run: async (query) => (query.sql.startsWith('set ') ? 0 : tx.run(query)) }),
    };
    const { proofs } = await auditLedger(within as never, { appSecret: testSecret });
    said = proofs.filter((proof) => proof.breaches.length > 0).map(({ claim }) => claim);
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
  return said;
}

it('finds what was changed of what was carried, and archives that are gone or another', {
  tags: ['long'],
}, async () => {
  await months.playMonth('one');
  await endMonth(months.test);
  await archiveTransfers(months.test);
  const older = await months.db.one<{ row: string }>(sql`
    select format('earned = %s, transfers = %s, last_id = %s, seal = %L', earned, transfers, last_id, seal) as row
    from carried_wallets where player_id = ${months.players[0]?.id} and type = 'event_reward'`);
  await months.playMonth('two');
  await endMonth(months.test);
  await archiveTransfers(months.test);
  expect(await months.breaches()).toEqual([]);
  const sealed = 'What was carried is as it was sealed';
  const [one, two] = months.players;
  const gift = (id?: string) => `player_id = '${id}' and currency = 'GC' and type = 'event_reward'`;
  // Moves one player's coins to another: all sums still add up.
  expect(
    await saidOf(
      `update carried_wallets set earned = earned - 5 where ${gift(one?.id)}`,
      `update carried_wallets set earned = earned + 5 where ${gift(two?.id)}`,
      `update wallets set balance = balance - 5 where player_id = '${one?.id}' and currency = 'GC'`,
      `update wallets set balance = balance + 5 where player_id = '${two?.id}' and currency = 'GC'`,
    ),
  ).toEqual([sealed]);
  // An older version of a row, with its valid seal.
  expect(
    await saidOf(
      `update carried_wallets set ${older.row} where ${gift(one?.id)}`,
      `update wallets set balance = balance - 100 where player_id = '${one?.id}' and currency = 'GC'`,
    ),
  ).toEqual([
    'Each currency sums to zero',
    'What was carried of all players is what moved in the months that left',
  ]);
  expect(
    await saidOf(`update carried_months set last_at = last_at + interval '1 second' where transfers > 0`),
  ).toEqual([sealed]);
  expect(
    await saidOf(`delete from carried_months where number = (select max(number) from carried_months)`),
  ).toContain('Each month of transfers that left was carried forward, with all its transfers');
  expect(await saidOf(`delete from transfer_keys where idempotency_key = 'one:0:gift'`)).toEqual([
    'Each transfer has its key, and each key its transfer, here or in a month that left',
  ]);

  // Nothing is added to carried sums that were tampered with.
  await months.playMonth('three');
  await endMonth(months.test);
  await months.db.run(sql`update carried_wallets set last_id = last_id + 1 where ${raw(gift(one?.id))}`);
  await expect(archiveTransfers(months.test, { findBreaches: async () => [] })).rejects.toThrow(
    '1 carried sums are not as they were sealed',
  );
  await expect(archiveTransfers(months.test)).rejects.toThrow(
    `${sealed}: player ${one?.id}, GC event_reward`,
  );
  await months.db.run(sql`update carried_wallets set last_id = last_id - 1 where ${raw(gift(one?.id))}`);
  await archiveTransfers(months.test);
  expect(await months.proveAll()).toEqual([]);

  const chunks: string[] = [];
  for await (const { name } of months.objects.list('archives/')) if (name.endsWith('.gz')) chunks.push(name);
  const [name = ''] = chunks;
  const others = {
    ...months.objects,
    get: async (asked: string) => (asked === name ? undefined : months.objects.get(asked)),
  };
  await expect(auditLedger(months.db, { archives: others })).rejects.toThrow(`cannot read ${name}`);
  await months.objects.put(name, Buffer.from('other'));
  await expect(auditLedger(months.db, { archives: months.objects })).rejects.toThrow(`cannot read ${name}`);
  // Transfers in the database are still proved, and no player is shown less than there is.
  expect(await months.breaches()).toEqual([]);
  const statuses = await Promise.all(
    months.players.map(
      async ({ token }) =>
        (await months.test.call({ url: '/transaction/history?limit=50', token })).statusCode,
    ),
  );
  expect(statuses.slice(0, 2)).toContain(503);
  expect(statuses[2]).toBe(200);
});
