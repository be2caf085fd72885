// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { drillPayout } from '../../../tests/support/payout-drill.ts';
import { auditLedger } from '../../audit.ts';

const db = openTestDatabase({ poolSize: 8 });

const kills = 3;
const rewards = 3_000 * kills;

it('sends collected rewards exactly once when its worker is killed and its connections break', async () => {
  const tearConnections = () =>
    db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  const { differences, killedAt, rewardsPaid, rewardsLeftOut } = await drillPayout(
    { db, databaseUrl: db.url, fault: tearConnections },
    { rewards, players: 4_000, kills, seed: 11 },
  );
  expect(differences).toEqual([]);
  expect(killedAt).toHaveLength(kills);
  expect(rewardsPaid + rewardsLeftOut).toBe(rewards);
  const { proofs } = await auditLedger(db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
});
