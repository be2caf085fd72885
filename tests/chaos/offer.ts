// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { insertChallenge, insertVariant } from '../../server/features/challenges/challenge-store.ts';
import { insertPackage } from '../../server/features/coins/packages/coin-package-store.ts';
import { insertCodes } from '../../server/features/shop/codes/gift-card-code-store.ts';
import { sealCode } from '../../server/features/shop/codes/seal-code.ts';
import { insertGiftCard } from '../../server/features/shop/gift-cards/gift-card-store.ts';
import type { Database } from '../../server/platform/db/database.ts';
import type { Vault } from '../../server/platform/vault/vault.ts';

/** The gift cards and challenges of a run. */
export interface Offer {
  /** Delivered from stock. */
  codeCardId: string;
  /** Delivered by hand. */
  handCardId: string;
  cardPrice: number;
  packageId: string;
  challengeId: string;
  challengeType: string;
}

const cardPrice = 100;
const codesAtOnce = 1_000;

/** @param stock the number of codes of the card that is delivered from stock */
export async function putOnOffer(db: Database, vault: Vault, stock: number): Promise<Offer> {
  const card = { description: 'Bought in drills', type: 'psn', gcCoin: cardPrice, image: '' };
  const sale = { isActive: true, promiseHours: 24, at: new Date() };
  const offer = await db.transaction(async (tx) => ({
    cardPrice,
    codeCardId: await insertGiftCard(tx, { ...card, ...sale, title: 'Code card', isFulfilledByHand: false }),
    handCardId: await insertGiftCard(tx, { ...card, ...sale, title: 'Hand card', isFulfilledByHand: true }),
    packageId: (
      await insertPackage(tx, {
        title: 'GC_1000',
        coins: 1_000,
        originalPriceCents: 1_000,
        discountPercentage: 0,
        isActive: true,
      })
    ).id,
    challengeId: await insertChallenge(tx, {
      game: 'fortnite',
      description: 'Drill challenge',
      isActive: true,
    }),
    challengeType: 'TOP10_5KILL_SOLO',
  }));
  await db.transaction((tx) =>
    insertVariant(tx, offer.challengeId, {
      requiredPlacement: 10,
      requiredKills: 5,
      position: 0,
      entryFeeGC: 105,
      rewardGC: 300,
    }),
  );
  for (let made = 0; made < stock; made += codesAtOnce) {
    const codes = Array.from({ length: codesAtOnce }, () => sealCode(vault, randomUUID().toUpperCase()));
    await db.transaction((tx) => insertCodes(tx, { giftCardId: offer.codeCardId, purchaseId: null, codes }));
  }
  return offer;
}
