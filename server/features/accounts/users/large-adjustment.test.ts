// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { readConfig } from '../../../config.ts';

const app = openForTests(() => startAdminTest({ config: { coinAdjustmentWarningGC: 500 } }));

it('is marked in the audit log above the configured amount, either way, and no other is', async () => {
  const admin = await app.person({ role: 'ADMIN' });
  const user = await app.person({ gamerCoins: 1_000 });
  for (const gamerCoins of [1_500, 2_001, 1_501, 900]) {
    expect((await app.update(admin, user, { gamerCoins, reason: 'a correction' })).statusCode).toBe(200);
  }
  expect((await app.log(user)).map((entry) => 'after' in entry && entry.after)).toEqual([
    { gamerCoins: 1_500 },
    { gamerCoins: 2_001, isLargeAdjustment: true },
    { gamerCoins: 1_501 },
    { gamerCoins: 900, isLargeAdjustment: true },
  ]);
});

it('is told to the dashboard, which asks before it', async () => {
  expect((await app.call({ url: '/config' })).json().data.coinAdjustmentWarningGC).toBe(500);
});

it('begins above 10,000 GC', () => {
  expect(readConfig({}).coinAdjustmentWarningGC).toBe(10_000);
});
