// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import { createPlayer } from '../../tests/support/factories.ts';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { auditLedger } from '../audit.ts';
import { getCoinsOutstanding } from './flows.ts';
import { transferAlone } from './transfer.ts';

const metricsToken = 'a token for metrics';
const test = openForTests(() => startTestApp({ config: { metricsToken } }));

let number = 0;
async function move(playerId: string, amount: number, currency: 'GC' | 'XP' = 'GC'): Promise<void> {
  number += 1;
  const house = { house: 'adjustments' } as const;
  await transferAlone(test.db, {
    currency,
    amount: Math.abs(amount),
    from: amount > 0 ? house : { player: playerId },
    to: amount > 0 ? { player: playerId } : house,
    type: amount > 0 ? 'admin_credit' : 'purchase',
    reference: `r${number}`,
    idempotencyKey: `flow-${number}`,
    description: '',
  });
}

async function scrape(): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await test.app.http.inject({ url: '/metrics', headers });
  const told = body.split('\n').filter((line) => line.startsWith('ledger_') && !line.endsWith(' 0'));
  return told.toSorted();
}

it('exports coins made, spent and held, the same before and after days are summed up', async () => {
  const { id } = await createPlayer(test.db);
  await move(id, 500);
  await move(id, -120);
  await move(id, 40, 'XP');
  await move(id, 7);
  const told = [
    `ledger_coins_outstanding ${await getCoinsOutstanding(test.db)}`,
    'ledger_coins_total{direction="made",type="admin_credit"} 507',
    'ledger_coins_total{direction="spent",type="purchase"} 120',
    'ledger_transfers_total{direction="made",type="admin_credit"} 2',
    'ledger_transfers_total{direction="spent",type="purchase"} 1',
  ];
  expect(await scrape()).toEqual(told);
  await test.db.run(sql`alter table transfers disable trigger user`);
  await test.db.run(sql`update transfers set created_at = created_at - interval '2 days'`);
  await test.db.run(sql`alter table transfers enable trigger user`);
  await test.app.tasks['sum-up-days']?.({} as never);
  expect(await scrape()).toEqual(told);
});

it('the audit reports a daily sum that differs from the transfers', async () => {
  const breaches = async () =>
    (await auditLedger(test.db)).proofs
      .filter(({ claim }) => claim.includes('daily sum'))
      .flatMap((proof) => proof.breaches);
  expect(await breaches()).toEqual([]);
  for (const [change, undo] of [
    [sql`amount = amount + 1`, sql`amount = amount - 1`],
    [sql`transfers = transfers + 1`, sql`transfers = transfers - 1`],
  ] as const) {
    await test.db.run(sql`update daily_flows set ${change} where type = 'purchase'`);
    expect(await breaches()).toEqual([
      expect.stringMatching(/^[\d-]+ purchase \(out\): stored \d+ in \d+ transfers, found 120 in 1/),
    ]);
    await test.db.run(sql`update daily_flows set ${undo} where type = 'purchase'`);
  }
  await test.db.run(sql`delete from daily_flows where is_source`);
  expect(await breaches()).toEqual([
    expect.stringContaining('admin_credit (in): stored 0 in 0 transfers, found 507 in 2'),
  ]);
});
