// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import { changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { keepPicture } from '../../../platform/storage/pictures.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readCard } from './gift-card-admin-store.ts';
import { insertGiftCard, type NewGiftCard } from './gift-card-store.ts';

/** Folder of the storage that holds the pictures of gift cards. */
export const pictureFolder = 'gift-cards';

/**
 * Puts a new gift card into the shop. The picture is encoded again before anything is written; kept for a card that then
 * fails it does no harm. Refuses `picture_unreadable` and `storage_full`.
 * @param card limits as in db/migrations/0006_shop.sql; checked by the route
 * @param picture bytes of the uploaded file
 */
export async function createGiftCard(
  {
    actorId,
    card,
    picture,
    idempotencyKey,
  }: { actorId: string; card: NewGiftCard; picture: Buffer; idempotencyKey: string },
  { db, clock, storage }: { db: Database; clock: Clock; storage: Storage },
): Promise<AdminGiftCard | Refusal> {
  const image = await keepPicture(storage, pictureFolder, picture);
  if (isRefusal(image)) return image;
  const sent = createHash('sha256').update(picture).digest('hex');
  const input = { operation: 'gift-card.create', card, picture: sent };
  return db.transaction((tx) =>
    changeOnce<AdminGiftCard>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const id = await insertGiftCard(tx, { ...card, image, at: clock.now() });
      const after = { ...card, image };
      return {
        answer: await readCard(tx, id),
        change: { action: 'gift-card.create', subject: `gift-card:${id}`, before: null, after },
      };
    }),
  );
}
