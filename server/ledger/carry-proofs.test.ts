// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import { expect, it } from 'vitest';
import { archiveTransfers, endMonth } from '../../tests/support/old-transfers.ts';
import { startPlayedMonths } from '../../tests/support/played-months.ts';
import { carryProofs } from './carry-proofs.ts';

const months = startPlayedMonths();

/** What each proof says after a change behind the application's back, which is undone again. */
async function saidOf(change: Sql): Promise<string[][]> {
  const undone = new Error('undone');
  const said: string[][] = [];
  const trying = months.db.transaction(async (tx) => {
    await tx.run(sql`alter table carried_months disable trigger user`);
    expect(await tx.run(change)).toBe(1);
    for (const { contradictions } of carryProofs) {
      said.push((await tx.rows<{ breach: string }>(contradictions)).map(({ breach }) => breach));
    }
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
  return said;
}

it('says of a month how much left and was carried, and which month follows which', async () => {
  for (const name of ['one', 'two']) {
    await months.playMonth(name);
    await endMonth(months.test);
  }
  await archiveTransfers(months.test);
  const { part, number } = await months.db.one<{ part: string; number: number }>(sql`
    select part, number from carried_months where transfers > 0 order by number desc limit 1`);
  expect(await saidOf(sql`update archives set row_count = 9 where part = ${part}`)).toEqual([
    [`${part}: 9 transfers left, 8 were carried, which moved 8`],
    [],
  ]);
  expect(
    await saidOf(sql`update archives set state = 'written', dropped_at = null where part = ${part}`),
  ).toEqual([[`${part}: 0 transfers left, 8 were carried, which moved 8`], []]);
  expect(await saidOf(sql`update carried_months set transfers = 7 where part = ${part}`)).toEqual([
    [`${part}: 8 transfers left, 7 were carried, which moved 8`],
    [],
  ]);
  expect(await saidOf(sql`update carried_months set number = ${number + 1} where part = ${part}`)).toEqual([
    [`${part} is month ${number + 1} after ${number - 1}`],
    [],
  ]);
  const { part: next } = await months.db.one<{ part: string }>(sql`
    select part from carried_months where number = 2`);
  const [withoutFirst] = await saidOf(sql`delete from carried_months where number = 1`);
  expect(withoutFirst).toContain(`${next} is month 2 after 0`);
  const [left, totals] = await saidOf(sql`delete from carried_months where part = ${part}`);
  expect(left).toEqual([`${part}: 8 transfers left, none were carried, which moved nothing`]);
  expect(totals).toContain(
    'GC event_reward: 402 in and 0 out are carried in 4 transfers, 201 and 0 moved in 2',
  );
});
