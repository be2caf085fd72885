// SPDX-License-Identifier: Apache-2.0

import { expect } from 'vitest';
import { auditLedger } from '../../server/audit.ts';
import { type ShopTest, startShopTest } from './shop.ts';

/** As `startShopTest`, with sound books at the end. */
export async function startAuditedShop(): Promise<ShopTest> {
  const shop = await startShopTest();
  return {
    ...shop,
    async close() {
      const { proofs } = await auditLedger(shop.test.db);
      expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
      await shop.close();
    },
  };
}
