// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { LoadedFields } from '../../../../contract/edits.ts';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { heldMs } from '../../../../contract/undo.ts';
import { type Edit, type EditDeps, editable } from '../../../editable.ts';
import type { Clock } from '../../../platform/clock.ts';
import { asEdit, type Changed, changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { recordPriceChange } from '../../../platform/db/price-changes.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { storePicture } from '../../../platform/storage/pictures.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { type CardTerms, lockCard, markDeleted, readCard, updateCard } from './gift-card-admin-store.ts';
import { insertGiftCard, type NewGiftCard } from './gift-card-store.ts';
import { measurePrice, type PriceDeps, toPrice } from './measure-price.ts';
import { noteRestock } from './notify-of-restock.ts';

/** The storage folder for gift-card pictures. */
export const pictureFolder = 'gift-cards';

/**
 * Adds a new gift card to the shop. The picture is re-encoded before anything is written; if storing the card then fails,
 * the leftover picture does no harm. Refuses `picture_unreadable` and `storage_full`.
 * @param card limits as in db/baseline/07-shop.sql; checked by the route
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
  const image = await storePicture(storage, pictureFolder, picture);
  if (isRefusal(image)) return image;
  const sent = createHash('sha256').update(picture).digest('hex');
  const input = { operation: 'gift-card.create', card, picture: sent };
  return db.transaction((tx) =>
    changeOnce<AdminGiftCard>(tx, { playerId: actorId, key: idempotencyKey, input }, async () => {
      const id = await insertGiftCard(tx, { ...card, image, at: clock.now() });
      const after = { ...card, image };
      const subject = `gift-card:${id}`;
      await recordPriceChange(tx, { subject, former: null, actorId, isApproved: false }, clock.now());
      return {
        answer: await readCard(tx, id),
        change: { action: 'gift-card.create', subject, before: null, after },
      };
    }),
  );
}

const operations = { edit: 'gift-card.change', remove: 'gift-card.delete' };

async function update(
  tx: Tx,
  { id, actorId, approverId, before, after }: Edit<CardTerms, CardTerms>,
  { clock }: PriceDeps,
): Promise<Changed<AdminGiftCard>> {
  await updateCard(tx, id, after, clock.now());
  await noteRestock(tx, [id], after.isActive && !before.isActive ? heldMs : 0);
  const edit = { action: operations.edit, subject: `gift-card:${id}`, before, after };
  if (after.gcCoin !== before.gcCoin) {
    const { subject } = edit;
    const isApproved = approverId != null;
    const change = { subject, former: toPrice(before.gcCoin), actorId, approverId, isApproved };
    await recordPriceChange(tx, change, clock.now());
  }
  return { answer: await readCard(tx, id), ...asEdit(edit) };
}

/**
 * Past purchases keep their title and price; purchases of a removed card stay, with their codes and pictures. An edit
 * that cuts the price too far waits for approval.
 */
export const giftCardEdits = editable<CardTerms, CardTerms, AdminGiftCard, PriceDeps>({
  kind: 'gift-card',
  operations,
  permission: 'gift-cards:write',
  stored: { id: 'giftCardId', terms: 'terms' },
  title: ({ title }) => `Change the gift card “${title}”`,
  lock: lockCard,
  toTerms: (row) => row,
  show: (terms) => terms,
  measure: (tx, { id, before, after }, deps) =>
    measurePrice(tx, { giftCardId: id, before: before.gcCoin, after: after.gcCoin }, deps),
  update,
  remove: (tx, { id }, { clock }) => markDeleted(tx, id, clock.now()),
});

/**
 * Edits a gift card and its picture. Also refuses `picture_unreadable` and `storage_full`.
 * @param picture bytes of a new picture; null keeps the old one
 */
export async function editGiftCard(
  {
    picture,
    terms,
    ...call
  }: {
    actorId: string;
    id: string;
    terms: { [Key in keyof CardTerms]?: CardTerms[Key] | undefined };
    loaded?: LoadedFields;
    picture: Buffer | null;
  },
  deps: GiftCardEditDeps,
): Promise<AdminGiftCard | Refusal> {
  const image = picture && (await storePicture(deps.storage, pictureFolder, picture));
  if (isRefusal(image)) return image;
  const given: Partial<CardTerms> = Object.fromEntries(
    Object.entries(terms).filter(([, value]) => value !== undefined),
  );
  return giftCardEdits.edit({ ...call, terms: image ? { ...given, image } : given }, deps);
}

export type GiftCardEditDeps = EditDeps<typeof giftCardEdits> & { storage: Storage };
