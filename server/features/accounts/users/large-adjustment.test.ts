// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { startAdminTest } from '../../../../tests/support/admin.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { readConfig } from '../../../config.ts';

const app = openForTests(() => startAdminTest({ config: { coinAdjustmentWarningGC: 500 } }));

it('marks adjustments above the configured amount in the audit log, in either direction', async () => {
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

it('sends the configured amount to the dashboard, which then asks first', async () => {
  expect((await app.call({ url: '/config' })).json().data.coinAdjustmentWarningGC).toBe(500);
});

it('uses 10,000 GC by default', () => {
  expect(readConfig({}).coinAdjustmentWarningGC).toBe(10_000);
});
