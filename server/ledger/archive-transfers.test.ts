// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { archiveTransfers, countLeft, endMonth } from '../../tests/support/old-transfers.ts';
import { startPlayedMonths } from '../../tests/support/played-months.ts';
import { isSound, readEntries, seal } from '../../tests/support/seals.ts';
import { creditMany } from './credit-many.ts';
import { getDayOfFirstTransfer } from './flows.ts';
import { transferAlone } from './transfer.ts';
import { transferMonths } from './transfer-months.ts';

const months = startPlayedMonths();

it('shows, proves and sums up the same once months have left, and page by page over their border', async () => {
  for (const name of ['one', 'two', 'three']) {
    await months.playMonth(name);
    if (name !== 'three') await endMonth(months.test);
  }
  for (let runs = 0; runs < 2; runs++) await seal(months.test);
  const before = await months.look();
  expect(before.seen.map(({ lines }) => lines.length)).toEqual([9, 9, 0]);
  await archiveTransfers(months.test);
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 2 });
  expect(await months.look()).toEqual(before);
  expect(await months.breaches()).toEqual([]);
  expect(await months.proveAll()).toEqual([]);
  const { lines } = (await months.readHistory(months.players[0]?.token ?? '')) as {
    lines: { _id: string }[];
  };
  const entries = await readEntries(
    months.test,
    months.players[0]?.token ?? '',
    lines.map(({ _id }) => _id),
  );
  expect(entries.entries.every(({ proof }) => proof !== null)).toBe(true);
  expect(await isSound(entries)).toBe(true);
  // Nothing of other players, even if asked for by id.
  expect(
    (
      await readEntries(
        months.test,
        months.players[2]?.token ?? '',
        lines.map(({ _id }) => _id),
      )
    ).entries,
  ).toEqual([]);
  // Another month after these.
  await endMonth(months.test);
  const after = await months.look();
  expect(after.seen).toEqual(before.seen);
  await archiveTransfers(months.test);
  expect(await countLeft(months.test)).toEqual({ here: 0, gone: 3 });
  expect(await months.look()).toEqual(after);
  expect(await months.proveAll()).toEqual([]);
});

it('moves nothing again that has moved, though it has left', async () => {
  await months.playMonth('one');
  await endMonth(months.test);
  await archiveTransfers(months.test);
  expect(await countLeft(months.test)).toEqual({ here: 0, gone: 1 });
  const ids = new Set<string>();
  for (const movement of months.moved) {
    const again = await transferAlone(months.db, { ...movement, description: 'In other words' });
    expect(again).toMatchObject({ isReplay: true });
    if ('transferId' in again) ids.add(again.transferId);
    expect(await transferAlone(months.db, { ...movement, amount: movement.amount + 1 })).toMatchObject({
      refused: 'idempotency_key_reused',
    });
    expect(await transferAlone(months.db, { ...movement, reference: 'other' })).toMatchObject({
      refused: 'idempotency_key_reused',
    });
  }
  expect(ids.size).toBe(months.moved.length);
  const batch = {
    currency: 'GC',
    from: 'rewards',
    type: 'event_reward',
    description: 'Of one',
  } as const;
  const credit = {
    playerId: months.players[0]?.id ?? '',
    amount: 100,
    reference: months.moved[0]?.reference ?? '',
    idempotencyKey: 'one:0:gift',
  };
  expect(await months.db.transaction((tx) => creditMany(tx, batch, [credit]))).toBe(0);
  await expect(
    months.db.transaction((tx) => creditMany(tx, batch, [{ ...credit, amount: 101 }])),
  ).rejects.toThrow('was used for another transfer');
  expect(await countLeft(months.test)).toEqual({ here: 0, gone: 1 });
  expect(await months.breaches()).toEqual([]);
});

it('waits with a month that goes on, is not sealed, or whose days are not summed up', async () => {
  await months.playMonth('one');
  await archiveTransfers(months.test);
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 0 });
  await endMonth(months.test);
  await months.db.run(sql`update ledger_sums set summed_until = (now() at time zone 'UTC')::date`);
  await archiveTransfers(months.test);
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 0 });
  await months.db.run(sql`update ledger_sums set summed_until = (now() at time zone 'UTC')::date + 1`);
  await archiveTransfers(months.test, { tables: [transferMonths({ cardHoldMs: 60_000 })] });
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 0 });
  await months.db.run(sql`update movement_count set leaves = leaves - 1`);
  await archiveTransfers(months.test);
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 0 });
  await months.db.run(sql`update movement_count set leaves = leaves + 1`);
  await months.db.run(
    sql`update wallets set balance = balance + 1 where player_id = ${months.players[0]?.id} and currency = 'GC'`,
  );
  await expect(archiveTransfers(months.test)).rejects.toThrow(
    /stays: the books contradict themselves: Each currency sums/,
  );
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 0 });
  await months.db.run(
    sql`update wallets set balance = balance - 1 where player_id = ${months.players[0]?.id} and currency = 'GC'`,
  );
  await archiveTransfers(months.test);
  expect(await countLeft(months.test)).toEqual({ here: 0, gone: 1 });
  expect(await months.breaches()).toEqual([]);
});

it('waits with a month whose last id may still be drawn, or is not among the sealed', async () => {
  const { db, test } = months;
  await months.playMonth('one');
  await endMonth(test);
  const sequence = sql`pg_get_serial_sequence('transfers', 'id')`;
  const { last } = await db.one<{ last: number }>(sql`select pg_sequence_last_value(${sequence}) as last`);
  const leave = () => archiveTransfers(test, { findBreaches: async () => [] });
  await db.run(sql`select setval(${sequence}, ${last - 1})`);
  await leave();
  expect(await countLeft(test)).toEqual({ here: 8, gone: 0 });
  await db.run(sql`select setval(${sequence}, ${last})`);
  const { settled } = await db.one<{ settled: number }>(sql`select settled_id as settled from seal_log`);
  await db.run(sql`update seal_log set settled_id = ${last - 1}`);
  await leave();
  expect(await countLeft(test)).toEqual({ here: 8, gone: 0 });
  await db.run(sql`update seal_log set settled_id = ${settled}`);
  await leave();
  expect(await countLeft(test)).toEqual({ here: 0, gone: 1 });
});

it('keeps of each month when its first and its last transfer were', async () => {
  const { db } = months;
  await months.playMonth('one');
  await endMonth(months.test);
  const span = await db.one<{ first: string; last: string }>(sql`
    select min(created_at)::text as first, max(created_at)::text as last from transfers`);
  expect(span.first).not.toBe(span.last);
  await months.playMonth('two');
  await endMonth(months.test);
  await archiveTransfers(months.test);
  const kept = await db.rows(sql`
    select first_at::text as first, last_at::text as last from carried_months where transfers > 0 order by number`);
  expect(kept).toHaveLength(2);
  expect(kept[0]).toEqual(span);
  // As if the first month had been long ago: on the evening of a leap day, which in UTC is the next day.
  await db.transaction(async (tx) => {
    await tx.run(sql`alter table carried_months disable trigger user`);
    await tx.run(sql`
      update carried_months set first_at = '2024-02-29T23:30:00-01'
      where number = (select min(number) from carried_months where transfers > 0)`);
  });
  expect(await getDayOfFirstTransfer(db)).toBe('2024-03-01');
  await months.playMonth('three');
  expect(await getDayOfFirstTransfer(db)).toBe('2024-03-01');
});

it('waits with a month that has a transfer of the first moment that is not summed up', async () => {
  const { db } = months;
  await months.playMonth('one');
  await endMonth(months.test);
  await db.run(sql`update ledger_sums set summed_until = (now() at time zone 'UTC')::date`);
  await db.transaction(async (tx) => {
    await tx.run(sql`alter table transfers disable trigger user`);
    await tx.run(sql`
      update transfers t set created_at = s.summed_until::timestamp at time zone 'UTC'
        - case when t.id = (select max(id) from transfers) then interval '0' else interval '1 hour' end
      from ledger_sums s`);
  });
  await archiveTransfers(months.test, { findBreaches: async () => [] });
  expect(await countLeft(months.test)).toEqual({ here: 8, gone: 0 });
});
