// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { LoadedFields } from '../../../../contract/edits.ts';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import type { AskApproval, CarryOut } from '../../../approval-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type AdminChange, asEdit, changeAndRecord, changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { recordPriceChange } from '../../../platform/db/price-changes.ts';
import { mergeEdit, requireAsShown } from '../../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { keepPicture } from '../../../platform/storage/pictures.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { type CardTerms, lockCard, markDeleted, readCard, updateCard } from './gift-card-admin-store.ts';
import { insertGiftCard, type NewGiftCard } from './gift-card-store.ts';
import { measurePrice, type PriceDeps, toPrice } from './measure-price.ts';
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
      const subject = `gift-card:${id}`;
      await recordPriceChange(tx, { subject, former: null, actorId, isApproved: false }, clock.now());
      return {
        answer: await readCard(tx, id),
        change: { action: 'gift-card.create', subject, before: null, after },
      };
    }),
  );
}

export interface EditDeps extends PriceDeps {
  db: Database;
  clock: Clock;
  storage: Storage;
  askApproval: AskApproval;
}

/** What is stored of a change that waits for approval. */
interface AskedEdit {
  giftCardId: string;
  terms: Partial<CardTerms>;
  loaded?: LoadedFields;
}

const changeOperation = 'gift-card.change';

/**
 * Changes the given fields of a gift card and leaves the rest; past purchases keep their title and price. Refuses
 * `not_found`, `picture_unreadable`, `storage_full`, `changed_meanwhile`, and `waits_for_approval` for a price that is cut
 * too far.
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
  deps: EditDeps,
): Promise<AdminGiftCard | Refusal> {
  const image = picture && (await keepPicture(deps.storage, pictureFolder, picture));
  if (isRefusal(image)) return image;
  const given: Partial<CardTerms> = Object.fromEntries(
    Object.entries(terms).filter(([, value]) => value !== undefined),
  );
  const asked: AskedEdit = { giftCardId, terms: image ? { ...given, image } : given, loaded };
  return deps.db.transaction<AdminGiftCard | Refusal>((tx) =>
    editWithin(tx, { ...asked, actorId, approverId: null }, deps, (before, after) =>
      deps.askApproval(tx, {
        actorId,
        operation: changeOperation,
        permission: 'gift-cards:write',
        measure: () => measurePrice(tx, { giftCardId, before: before.gcCoin, after: after.gcCoin }, deps),
        title: `Change the gift card “${before.title}”`,
        subject: `gift-card:${giftCardId}`,
        before,
        after,
        input: asked,
      }),
    ),
  );
}

function editWithin(
  tx: Tx,
  {
    actorId,
    approverId,
    giftCardId,
    terms,
    loaded,
  }: AskedEdit & { actorId: string; approverId: string | null },
  { clock }: Pick<EditDeps, 'clock'>,
  mayNot: (before: CardTerms, after: CardTerms) => Promise<Refusal | undefined>,
): Promise<AdminGiftCard | Refusal> {
  return changeAndRecord(tx, actorId, async () => {
    const before = await lockCard(tx, giftCardId);
    if (!before) return refuse('not_found');
    const merged = mergeEdit({ sent: terms, loaded, current: before });
    if (isRefusal(merged)) return merged;
    const after: CardTerms = { ...before, ...merged };
    const waits = await mayNot(before, after);
    if (waits) return waits;
    await updateCard(tx, giftCardId, after, clock.now());
    await noteRestock(tx, [giftCardId]);
    const edit = toChange(giftCardId, 'change', { before, after });
    if (after.gcCoin !== before.gcCoin) {
      const change = { subject: edit.subject, former: toPrice(before.gcCoin), actorId, approverId };
      await recordPriceChange(tx, { ...change, isApproved: approverId !== null }, clock.now());
    }
    return { answer: await readCard(tx, giftCardId), ...asEdit(edit) };
  });
}

/** Carries out price cuts that another administrator approved, of a card that still is as it was shown. */
export function approvableGiftCards(deps: Pick<EditDeps, 'clock'>) {
  return {
    [changeOperation]: (tx, { actorId, approverId, input, before: shown }) =>
      editWithin(tx, { ...(input as AskedEdit), actorId, approverId }, deps, async (before) =>
        requireAsShown(shown, before),
      ),
  } satisfies Record<string, CarryOut>;
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
