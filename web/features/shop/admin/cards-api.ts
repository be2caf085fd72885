// SPDX-License-Identifier: Apache-2.0

import type { CardsImportReport, ImportReport } from '../../../../contract/code-imports.ts';
import type { DataOf, InputOf } from '../../../../contract/endpoint.ts';
import { type AdminGiftCard, shopAdminApi } from '../../../../contract/shop-admin.ts';
import { type CallOptions, call, type UndoableOptions } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';
import type { GiftCardValues } from './gift-card-form.tsx';

const cardsKey = ['admin', 'gift-cards'];

/** The gift cards with their stock. */
export const giftCardList = {
  queryKey: cardsKey,
  read: (query: InputOf<typeof shopAdminApi.list>['query'], signal?: AbortSignal) =>
    call(shopAdminApi.list, { query }, { signal, quiet: true }),
};

export const cardCalls = {
  toggle: (id: string, isActive: boolean, { isUndo, ...options }: UndoableOptions = {}) =>
    call(shopAdminApi.setActive, { params: { id }, body: { isActive, isUndo } }, options),
  create: ({ terms, picture }: GiftCardValues, idempotencyKey: string) =>
    call(shopAdminApi.create, { body: terms }, { file: picture, idempotencyKey }),
  update: (row: AdminGiftCard, { terms: { image: _name, ...values }, picture }: GiftCardValues) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(shopAdminApi.update, { params: { id: row._id }, body }, { file: picture });
  },
  remove: (id: string, options?: CallOptions) => call(shopAdminApi.remove, { params: { id } }, options),
  importCodes: (
    id: string | undefined,
    file: File,
    options: { idempotencyKey: string; implausible: 'take' | 'leave'; costCents?: number | undefined },
  ) => sendCodes(id, file, { ...options, isDryRun: false }),
};

/** Changes gift cards and their stock. */
export const useCardChanges = () => useChanges(cardCalls, cardsKey);

/**
 * A preview of importing the file. Changes nothing.
 * @param id of the card; undefined if each line names its card
 */
export function checkCodes(id: string | undefined, file: File) {
  return sendCodes(id, file, { isDryRun: true });
}

interface SendOptions {
  isDryRun: boolean;
  idempotencyKey?: string;
  implausible?: 'take' | 'leave';
  costCents?: number | undefined;
}

function sendCodes(
  id: string | undefined,
  file: File,
  { isDryRun, idempotencyKey, implausible = 'take', costCents }: SendOptions,
): Promise<ImportReport | CardsImportReport> {
  const input = {
    query: {
      dryRun: isDryRun ? ('true' as const) : ('false' as const),
      implausible,
      ...(costCents !== undefined && { costCents }),
    },
    body: { file: file.name },
  };
  const options = { file, quiet: true, ...(idempotencyKey && { idempotencyKey }) };
  return id === undefined
    ? call(shopAdminApi.importCodesOfCards, input, options)
    : call(shopAdminApi.importCodes, { params: { id }, ...input }, options);
}

/** Fetches a whole code. The server records that it was seen. */
export function revealCode(id: string): Promise<DataOf<typeof shopAdminApi.revealCode>> {
  return call(shopAdminApi.revealCode, { params: { id } }, { quiet: true });
}
