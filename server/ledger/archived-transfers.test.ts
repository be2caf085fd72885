// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { archiveTransfers, endMonth } from '../../tests/support/old-transfers.ts';
import { startPlayedMonths } from '../../tests/support/played-months.ts';
import { type ArchivedSpan, archivedTransfers } from './archived-transfers.ts';
import { transferAlone } from './transfer.ts';

const months = startPlayedMonths();

/** Which months a player's transfers are read from, newest first; counted from the first month that was played. */
async function readMonths(playerId: string, span: ArchivedSpan) {
  const parts = await months.db.rows<{ part: string }>(sql`
    select part from carried_months where transfers > 0 order by number`);
  const read: number[] = [];
  const objects = {
    ...months.objects,
    get: (name: string) => {
      const month = parts.findIndex(({ part }) => name.includes(`/${part}/`)) + 1;
      if (read.at(-1) !== month) read.push(month);
      return months.objects.get(name);
    },
  };
  const ids: number[] = [];
  for await (const { id } of archivedTransfers({ db: months.db, objects })(playerId, span)) ids.push(id);
  return { read, ids };
}

it('reads objects of those months alone that may hold what is asked for', async () => {
  const [one, , third] = months.players.map(({ id }) => id) as [string, string, string];
  for (const name of ['one', 'two', 'three']) {
    await months.playMonth(name);
    await endMonth(months.test);
  }
  await archiveTransfers(months.test);
  const below = Number.MAX_SAFE_INTEGER;
  const { read, ids } = await readMonths(one, { below });
  expect(read).toEqual([3, 2, 1]);
  expect(ids).toHaveLength(9);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  const borders = await months.db.rows<{ until: number }>(sql`
    select until_id as until from carried_months where transfers > 0 order by number`);
  const [first, second] = borders.map(({ until }) => until) as [number, number];

  const ofTwo = { read: [2], ids: ids.slice(3, 6) };
  expect(await readMonths(one, { from: first, below: second })).toEqual(ofTwo);
  expect((await readMonths(one, { from: first - 1, below: second + 1 })).read).toEqual([3, 2, 1]);
  const asked = (...some: number[]) => readMonths(one, { below, ids: some });
  expect(await asked(first, second - 1)).toEqual(ofTwo);
  expect((await asked(first - 1, second)).read).toEqual([3, 1]);
  expect((await asked(second)).read).toEqual([3]);
  expect(await readMonths(one, { below, types: ['purchase'] })).toEqual({ read: [], ids: [] });
  expect((await readMonths(one, { below, types: ['xp_award'] })).ids).toHaveLength(3);
  expect(await readMonths(third, { below })).toEqual({ read: [], ids: [] });
});

it('reads no month before a player’s first transfer of any kind, nor after their last', async () => {
  const [, , third] = months.players.map(({ id }) => id) as [string, string, string];
  const receive = (name: string, currency: 'GC' | 'XP') =>
    transferAlone(months.db, {
      currency,
      amount: 7,
      from: { house: 'adjustments' },
      to: { player: third },
      type: currency === 'GC' ? 'admin_credit' : 'xp_award',
      reference: name,
      idempotencyKey: `${name}:third`,
      description: `Of ${name}`,
    });
  for (const name of ['one', 'two', 'three', 'four']) {
    await months.playMonth(name);
    if (name === 'two') await receive(name, 'XP');
    if (name === 'three') await receive(name, 'GC');
    await endMonth(months.test);
  }
  await archiveTransfers(months.test);
  const below = Number.MAX_SAFE_INTEGER;
  const { read, ids } = await readMonths(third, { below });
  expect(read).toEqual([3, 2]);
  expect(ids).toHaveLength(2);
  const ofOne = (type: 'xp_award' | 'admin_credit') => readMonths(third, { below, types: [type] });
  expect(await ofOne('xp_award')).toEqual({ read: [2], ids: ids.slice(1) });
  expect(await ofOne('admin_credit')).toEqual({ read: [3], ids: ids.slice(0, 1) });
});
