// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { auditLedger } from '../../audit.ts';
import { getCoinsOutstanding } from '../../ledger/feature.ts';
import { transferAlone } from '../../ledger/transfer.ts';
import { readTotals, sumHeldCoins } from './movement-store.ts';

const metricsToken = 'a token for metrics';
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ config: { metricsToken } });
});
afterAll(() => test?.close());

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
    idempotencyKey: `movement-${number}`,
    description: '',
  });
}
const seal = () => test.app.tasks['seal-transfers']?.({} as never);

async function scrape(name: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await test.app.http.inject({ url: '/metrics', headers });
  return body
    .split('\n')
    .filter((line) => line.startsWith(name) && !line.endsWith(' 0'))
    .toSorted();
}

it('tells what was made, spent and is held, each movement once', async () => {
  const { id } = await createPlayer(test.db);
  await move(id, 500);
  await move(id, -120);
  await move(id, 40, 'XP');
  await seal();
  await move(id, 7);
  // Several concurrent and repeated runs count it once.
  await Promise.all([seal(), seal(), seal()]);
  expect(await scrape('ledger_coins_total')).toEqual([
    'ledger_coins_total{direction="made",type="admin_credit"} 507',
    'ledger_coins_total{direction="spent",type="purchase"} 120',
  ]);
  expect(await scrape('ledger_transfers_total')).toEqual([
    'ledger_transfers_total{currency="GC",type="admin_credit"} 2',
    'ledger_transfers_total{currency="GC",type="purchase"} 1',
    'ledger_transfers_total{currency="XP",type="admin_credit"} 1',
  ]);
  expect(await scrape('ledger_coins_outstanding')).toEqual([
    `ledger_coins_outstanding ${await getCoinsOutstanding(test.db)}`,
  ]);
});

it('knows what players hold at any moment, counted or not, sealed or not', async () => {
  const { id } = await createPlayer(test.db);
  const expectKnown = async () =>
    expect(await sumHeldCoins(test.db)).toBe(await getCoinsOutstanding(test.db));
  await expectKnown();
  await move(id, 300);
  await move(id, -20);
  await move(id, 9, 'XP');
  await expectKnown();
  await seal();
  await expectKnown();
  await move(id, 5);
  await expectKnown();
  await seal();
  await expectKnown();
});

it('counts what a process of the previous release had sealed, and not counted when it ended', async () => {
  const { id } = await createPlayer(test.db);
  const before = await readTotals(test.db);
  await test.db.run(sql`truncate movement_totals`);
  await test.db.run(sql`update movement_count set leaves = 0`);
  await move(id, 11);
  await seal();
  expect(await readTotals(test.db)).toEqual(
    before.map((total) =>
      total.currency === 'GC' && total.direction === 'made'
        ? { ...total, amount: total.amount + 11, transfers: total.transfers + 1 }
        : total,
    ),
  );
});

it('is audited: a total that the ledger does not bear out shows, and one that is behind it does not', async () => {
  const breaches = async () =>
    (await auditLedger(test.db)).proofs
      .filter(({ claim }) => claim.includes('running totals'))
      .flatMap((proof) => proof.breaches);
  const { id } = await createPlayer(test.db);
  await move(id, 3);
  expect(await breaches()).toEqual([]);
  await seal();
  expect(await breaches()).toEqual([]);
  for (const [change, undo] of [
    [sql`update movement_totals set amount = amount + 1 where type = 'purchase'`, sql`amount = amount - 1`],
    [
      sql`update movement_totals set transfers = transfers - 1 where type = 'purchase'`,
      sql`transfers = transfers + 1`,
    ],
  ] as const) {
    await test.db.run(change);
    expect(await breaches()).toEqual([
      expect.stringMatching(/^GC purchase \(spent\): \d+ in \d+ transfers are kept, \d+ in \d+ moved/),
    ]);
    await test.db.run(sql`update movement_totals set ${undo} where type = 'purchase'`);
  }
  await test.db.run(sql`update movement_count set leaves = leaves + 1`);
  expect(await breaches()).toEqual([expect.stringContaining('leaves are counted')]);
  await test.db.run(sql`delete from movement_totals where currency = 'XP'`);
  expect(await breaches()).toHaveLength(2);
});
