// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { rmSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, expect, it } from 'vitest';
import { auditLedger } from '../../server/audit.ts';
import { finalringJson } from '../../tests/support/command.ts';
import { openTestDatabase } from '../../tests/support/database.ts';
import { makeScratchFolder } from '../../tests/support/scratch.ts';

const folder = makeScratchFolder('demo');
const db = openTestDatabase({ poolSize: 2 });
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

it('seeds players with activity in every part of the product, and an exact ledger', async () => {
  const env = { DATABASE_URL: db.url, DATA_DIR: folder, SANDBOX_PORT: '0' };
  const seeded = await finalringJson(['demo', 'seed', '--size', 'small'], env);
  expect(seeded).toMatchObject({ code: 0, result: { size: 'small', players: 24 } });

  const { proofs, totals } = await auditLedger(db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  expect(totals.paidCents).toBeGreaterThan(0);
  const count = async (from: ReturnType<typeof sql>) =>
    (await db.one<{ count: number }>(sql`select count(*) as count from ${from}`)).count;
  const there = {
    winners: await count(sql`giveaway_entries where won_as is not null`),
    places: await count(sql`board_scores`),
    purchases: await count(sql`purchases`),
    friends: await count(sql`friendships`),
    views: await count(sql`saved_views`),
    shared: await count(sql`shared_receipts`),
    disputes: await count(sql`disputes`),
  };
  for (const [what, amount] of Object.entries(there)) expect([what, amount > 0]).toEqual([what, true]);
  const states = await db.rows<{ status: string }>(sql`select distinct status from attempts order by 1`);
  expect(states.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['CANCELLED', 'FAILED', 'PENDING', 'SUCCESS']),
  );
});
