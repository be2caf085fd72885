// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { getCoinsOutstanding, getDayOfFirstTransfer } from './flows.ts';
import { ledgerProofs } from './proofs.ts';

const db = openTestDatabase();

const findBreaches = async (claim: string) => {
  const found = ledgerProofs.find((proof) => proof.claim === claim);
  if (!found) throw new Error(`there is no proof '${claim}'`);
  return (await db.rows<{ breach: string }>(found.contradictions)).map(({ breach }) => breach);
};

it('reports zero coins and no first day for an empty ledger', async () => {
  expect(await getCoinsOutstanding(db)).toBe(0);
  expect(await getDayOfFirstTransfer(db)).toBeNull();
});

it('applies transfers by id, not by date, when it looks for negative balances', async () => {
  const claim = 'Only a reversal took a balance below zero';
  const { id: player } = await createPlayer(db);
  const insert = (side: 'credit' | 'debit', amount: number, at = '2026-02-01') =>
    db.one<{ id: number }>(
      side === 'credit'
        ? sql`
          insert into transfers (amount, currency, type, credit_player_id, debit_house, reference, description, idempotency_key, created_at)
          values (${amount}, 'GC', 'coin_purchase', ${player}, 'coin_sales', 'test', 'Test', gen_random_uuid(), ${at}) returning id`
        : sql`
          insert into transfers (amount, currency, type, debit_player_id, credit_house, reference, description, idempotency_key, created_at)
          values (${amount}, 'GC', 'purchase', ${player}, 'gift_cards', 'test', 'Test', gen_random_uuid(), ${at}) returning id`,
    );
  await insert('credit', 70);
  await insert('debit', 70);
  expect(await findBreaches(claim)).toEqual([]);
  const { id } = await insert('debit', 1, '2026-01-31');
  expect(await findBreaches(claim)).toEqual([`transfer ${id} (purchase) left player ${player} with -1 GC`]);
  expect(await getDayOfFirstTransfer(db)).toBe('2026-02-01');
});
