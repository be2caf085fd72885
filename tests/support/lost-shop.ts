// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import sql from 'sql-template-tag';
import { type NamedCode, settleLostOrder } from '../../server/features/shop/feature.ts';
import { outsideTransaction } from '../../server/platform/db/second-connection.ts';
import { openJournal } from '../../server/platform/journal/journal.ts';
import { checkJournal } from '../../server/recovery/check-journal.ts';
import { createPlayer } from './factories.ts';
import { reconcile } from './restored.ts';
import { makeScratchFolder } from './scratch.ts';
import { type Shopper, startShopTest } from './shop.ts';

/** A shop whose journal has sales that the database lacks. */
export async function startLostShop(name: string) {
  const folder = makeScratchFolder(name);
  const journal = await openJournal({ kind: 'folder', path: folder });
  const shop = await startShopTest({ journal });
  const { db, clock } = shop.test;
  await checkJournal(db, journal);
  const { id: officer } = await createPlayer(db, { role: 'SUPER_ADMIN' });
  return {
    shop,
    journal,
    folder,
    officer,
    async close() {
      await journal.close();
      rmSync(folder, { recursive: true });
      await shop.close();
    },
    reconcile: (isComplete = true, isLookedAt = false) =>
      reconcile(shop.test, journal, { isComplete, isLookedAt }),
    settle: (orderId: string, isForgiven = false) =>
      outsideTransaction(() =>
        settleLostOrder({ orderId, actorId: officer, isForgiven }, { db, clock, journal }),
      ),
    codesOf: (giftCardId: string) =>
      db.rows<NamedCode>(sql`
        select id, encode(fingerprint, 'hex') as print from gift_card_codes where gift_card_id = ${giftCardId} order by arrival`),
    async inStock(giftCardId: string) {
      const rows = await db.rows(sql`
        select from gift_card_codes where gift_card_id = ${giftCardId} and purchase_id is null and withdrawn_at is null`);
      return rows.length;
    },
    /** As if the database had sold these codes and was then restored to an earlier state. */
    async sellAndForget(buyer: Pick<Shopper, 'id'>, codes: readonly NamedCode[], seen: readonly NamedCode[]) {
      const orderId = randomUUID();
      const sold = codes.map((code) => ({ ...code, purchaseId: randomUUID(), gcCoin: 100 }));
      if (sold.length > 0) await journal.write({ kind: 'sold', orderId, playerId: buyer.id, codes: sold });
      const look = ({ id: codeId, print }: NamedCode, purchaseId: string) => {
        const bought = { orderId, playerId: buyer.id, purchaseId, gcCoin: 100 };
        return journal.write({ kind: 'shown', codeId, print, bought });
      };
      for (const code of sold) {
        if (seen.some(({ id }) => id === code.id)) await look(code, code.purchaseId);
      }
      return { orderId, sold, look };
    },
  };
}
