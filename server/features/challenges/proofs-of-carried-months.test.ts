// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openAttemptProofs } from '../../../tests/support/attempt-proofs.ts';
import { carryMonthUntil } from '../../../tests/support/carried-months.ts';

const { db, told, add, house, move, entered } = openAttemptProofs();

interface Flow {
  type: string;
  currency?: string;
  debit: string | null;
  credit: string | null;
  amount: number;
}
const carryMonth = async (...flows: Flow[]) => {
  const carried = flows.map(({ debit, credit, ...flow }) => ({
    currency: 'GC',
    ...flow,
    debit_house: debit,
    credit_house: credit,
    transfers: 1,
  }));
  await db.run(sql`
    insert into archives (part, table_name, until_key, state, row_count, manifest_hash, dropped_at)
    values ('first', 'transfers', '1', 'dropped', 3, sha256('x'), now())`);
  await db.run(sql`
    insert into carried_months (part, number, until_id, transfers, flows, seal)
    values ('first', 1, 1, 0, ${JSON.stringify(carried)}, sha256('x'))`);
};
const ofAdministrators = { type: 'admin_credit', debit: 'adjustments', credit: null, amount: 30 };

it('compares escrow as a whole where nothing ever went into it', async () => {
  await add({ entryFeeGC: 7 });
  const id = await add({ status: 'PENDING', entryFeeGC: 105 });
  await carryMonth(ofAdministrators);
  expect(await told()).toContain('escrow holds 0 GC, active attempts are owed 105');
  expect(await told()).toContain(`attempt ${id} (PENDING): escrow holds 0 GC instead of 105`);
  await db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from carried_months`);
    await tx.run(sql`delete from archives`);
  });
});

it('compares escrow as a whole once months of the ledger are elsewhere', async () => {
  await carryMonth(
    { type: 'challenge_entry', debit: null, credit: 'escrow', amount: 7 },
    { type: 'challenge_fee', debit: 'escrow', credit: 'fees', amount: 2 },
    { type: 'xp_award', currency: 'XP', debit: null, credit: 'escrow', amount: 3 },
    ofAdministrators,
  );
  expect(await told()).toEqual(['escrow holds 5 GC, active attempts are owed 0']);
  await move('nobody', 'challenge_fee', 5, { from: house('escrow'), to: house('fees') });
  expect(await told()).not.toContainEqual(expect.stringMatching(/^escrow holds/));
});

it('compares no attempt with transfers that may have left', async () => {
  const dayMs = 86_400_000;
  const startedAt = new Date('2026-06-15T12:00:00Z');
  const carryDaysBefore = (days: number) => carryMonthUntil(db, new Date(startedAt.getTime() - days * dayMs));
  const toldOfAttempts = async () => (await told()).filter((breach) => breach.startsWith('attempt '));
  const ended = await entered({ startedAt });
  const unpaid = await add({ startedAt, entryFeeGC: 105 });
  await carryDaysBefore(30);
  expect(await toldOfAttempts()).toEqual([
    `attempt ${ended} (SUCCESS): escrow holds 105 GC instead of 0`,
    expect.stringContaining(`attempt ${unpaid} (SUCCESS): entry 105`),
  ]);
  await carryDaysBefore(1);
  expect(await toldOfAttempts()).toEqual([]);
});
