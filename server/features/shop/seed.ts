// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoCard, demoCards, faceName, facesFolder, redeemSteps } from '../../../db/seed/demo-cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { pictureSuffixes, storeFiles } from '../../platform/storage/picture-files.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { insertCodes } from './codes/gift-card-code-store.ts';
import { sealCode } from './codes/seal-code.ts';
import { pictureFolder } from './gift-cards/edit-gift-card.ts';
import { hasGiftCards, insertGiftCard } from './gift-cards/gift-card-store.ts';

const codesByDefault = 25;

/** A code that no store accepts, the same in every demo. */
function demoCode({ title, type }: DemoCard, number: number): string {
  const digits = createHash('sha256').update(`${title} ${number}`).digest('hex').toUpperCase();
  return `DEMO-${type.toUpperCase().slice(0, 4)}-${digits.slice(0, 4)}-${digits.slice(4, 8)}`;
}

/** Copies the card's drawn picture into the storage. */
async function keepFace(card: DemoCard, storage: Storage): Promise<string> {
  const files = pictureSuffixes.map((suffix) => ({
    suffix,
    content: readFileSync(join(facesFolder, faceName(card) + suffix)),
  }));
  const path = await storeFiles(storage, pictureFolder, files);
  if (isRefusal(path)) throw new Error(`there is no room for pictures in ${storage.folder}`);
  return path;
}

async function seedCard(tx: Tx, card: DemoCard & { image: string }, at: Date, vault: Vault): Promise<void> {
  const { title, description, type, kind, region, gcCoin, image, codes = codesByDefault } = card;
  const giftCardId = await insertGiftCard(tx, {
    title,
    description,
    type,
    kind,
    region,
    howToRedeem: redeemSteps(card),
    gcCoin,
    image,
    isActive: card.isActive ?? true,
    isFulfilledByHand: card.isFulfilledByHand ?? false,
    promiseHours: 24,
    at,
  });
  const numbers = Array.from({ length: codes }, (_, number) => number);
  const sealed = numbers.map((number) => sealCode(vault, demoCode(card, number)));
  await insertCodes(tx, { giftCardId, purchaseId: null, codes: sealed });
}

/** The demo's gift cards with pictures and codes, for a database without any. */
export async function seedShop(
  tx: Tx,
  deps: { clock: Clock; vault: Vault; storage: Storage },
): Promise<void> {
  if (await hasGiftCards(tx)) return;
  const now = deps.clock.now().getTime();
  const images = await Promise.all(demoCards.map((card) => keepFace(card, deps.storage)));
  for (const [index, card] of demoCards.entries()) {
    const image = images[index] as string;
    // A minute apart, so that "newest first" keeps their order.
    await seedCard(tx, { ...card, image }, new Date(now - index * 60_000), deps.vault);
  }
}
