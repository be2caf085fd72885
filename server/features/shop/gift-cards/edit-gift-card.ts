// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { LoadedFields } from '../../../../contract/edits.ts';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type AdminChange, asEdit, changeAndRecord, changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { mergeEdit } from '../../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { keepPicture } from '../../../platform/storage/pictures.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { type CardTerms, lockCard, markDeleted, readCard, updateCard } from './gift-card-admin-store.ts';
import { insertGiftCard, type NewGiftCard } from './gift-card-store.ts';
import { noteRestock } from './tell-of-restock.ts';

/** Folder of the storage that holds the pictures of gift cards. */
export const pictureFolder = 'gift-cards';

interface Whose {
  actorId: string;
  giftCardId: string;
}

function toChange(
  giftCardId: string,
  action: 'change' | 'delete',
  terms: { before: CardTerms; after: CardTerms | null },
): AdminChange {
  return { action: `gift-card.${action}`, subject: `gift-card:${giftCardId}`, ...terms };
}

/**
 * Adds a new gift card to the shop. The picture is re-encoded before anything is written; if storing the card then fails,
 * the leftover picture does no harm. Refuses `picture_unreadable` and `storage_full`.
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

/**
 * Changes the given fields of a gift card and leaves the rest; past purchases keep their title and price. Refuses
 * `not_found`, `picture_unreadable`, `storage_full` and `changed_meanwhile`.
 * @param picture bytes of a new picture; null keeps the old one
 */
export async function editGiftCard(
  {
    picture,
    terms,
    loaded,
    actorId,
    giftCardId,
  }: Whose & {
    terms: { [Key in keyof CardTerms]?: CardTerms[Key] | undefined };
    loaded?: LoadedFields;
    picture: Buffer | null;
  },
  { db, clock, storage }: { db: Database; clock: Clock; storage: Storage },
): Promise<AdminGiftCard | Refusal> {
  const image = picture && (await keepPicture(storage, pictureFolder, picture));
  if (isRefusal(image)) return image;
  const given = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
  return db.transaction<AdminGiftCard | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const before = await lockCard(tx, giftCardId);
      if (!before) return refuse('not_found');
      const merged = mergeEdit({ sent: given, loaded, current: before });
      if (isRefusal(merged)) return merged;
      const after: CardTerms = { ...before, ...merged, image: image ?? before.image };
      await updateCard(tx, giftCardId, after, clock.now());
      await noteRestock(tx, [giftCardId]);
      const edit = asEdit(toChange(giftCardId, 'change', { before, after }));
      return { answer: await readCard(tx, giftCardId), ...edit };
    }),
  );
}

/** Removes a gift card from every list. Its purchases, with their codes and pictures, stay. Refuses `not_found`. */
export function deleteGiftCard(
  { actorId, giftCardId, idempotencyKey }: Whose & { idempotencyKey: string },
  { db, clock }: { db: Database; clock: Clock },
): Promise<Record<string, never> | Refusal> {
  const input = { operation: 'gift-card.delete', giftCardId };
  return db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const before = await lockCard(tx, giftCardId);
    return changeOnce<Record<string, never>>(
      tx,
      { playerId: actorId, key: idempotencyKey, input },
      async () => {
        if (!before) return refuse('not_found');
        await markDeleted(tx, giftCardId, clock.now());
        return { answer: {}, change: toChange(giftCardId, 'delete', { before, after: null }) };
      },
    );
  });
}
