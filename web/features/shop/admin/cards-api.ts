import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { shopAdminApi } from '../../../../contract/shop-admin.ts';
import { refreshAfterChange } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';

type CardsQuery = InputOf<typeof shopAdminApi.list>['query'];

const cardsKey = ['admin', 'gift-cards'];

/** A page of the gift cards with their stock. */
export function giftCardsQuery(query: CardsQuery) {
  return queryOptions({
    queryKey: [...cardsKey, query],
    queryFn: ({ signal }) => call(shopAdminApi.list, { query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** Any page of the gift cards, for a file. */
export function readGiftCards(query: CardsQuery) {
  return call(shopAdminApi.list, { query }, { quiet: true });
}

/** What changes gift cards and their stock; each brings the list up to date before it is done. */
export function useCardChanges() {
  const queries = useQueryClient();
  const refresh = () => refreshAfterChange(queries, cardsKey);
  const toggle = useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(shopAdminApi.setActive, { params: { id }, body: { isActive } }),
    onSettled: refresh,
  });
  return {
    toggle,
    create: async (
      body: InputOf<typeof shopAdminApi.create>['body'],
      file: File | undefined,
      idempotencyKey: string,
    ) => {
      await call(shopAdminApi.create, { body }, { file, idempotencyKey });
      await refresh();
    },
    update: async (id: string, body: InputOf<typeof shopAdminApi.update>['body'], file: File | undefined) => {
      await call(shopAdminApi.update, { params: { id }, body }, { file });
      await refresh();
    },
    remove: async (id: string) => {
      await call(shopAdminApi.remove, { params: { id } });
      await refresh();
    },
    importCodes: async (id: string, file: File, idempotencyKey: string) => {
      const report = await sendCodes(id, file, { idempotencyKey, isDryRun: false });
      await refresh();
      return report;
    },
  };
}

/** What importing the file would do. Nothing is changed. */
export function checkCodes(id: string, file: File) {
  return sendCodes(id, file, { isDryRun: true });
}

function sendCodes(
  id: string,
  file: File,
  { isDryRun, idempotencyKey }: { isDryRun: boolean; idempotencyKey?: string },
) {
  return call(
    shopAdminApi.importCodes,
    { params: { id }, query: { dryRun: isDryRun ? 'true' : 'false' }, body: { file: file.name } },
    { file, quiet: true, ...(idempotencyKey && { idempotencyKey }) },
  );
}

/** A whole code; the look is recorded. */
export async function revealCode(id: string): Promise<string> {
  const { hashCode } = await call(shopAdminApi.revealCode, { params: { id } }, { quiet: true });
  return hashCode;
}
