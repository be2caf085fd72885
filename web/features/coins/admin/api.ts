import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { coinsAdminApi, type PackageInput } from '../../../../contract/coins.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { refreshAfterChange } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';

type PackageQuery = InputOf<typeof coinsAdminApi.list>['query'];

const packagesKey = ['admin', 'coins'];

/** A page of the packages of coins. */
export function packagesQuery(query: PackageQuery) {
  return queryOptions({
    queryKey: [...packagesKey, query],
    queryFn: ({ signal }) => call(coinsAdminApi.list, { query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** Any page of the packages, for a file. */
export function readPackages(query: PackageQuery) {
  return call(coinsAdminApi.list, { query }, { quiet: true });
}

/** What changes packages; each brings the list up to date before it is done. */
export function usePackageChanges() {
  const queries = useQueryClient();
  const refresh = () => refreshAfterChange(queries, packagesKey);
  const toggle = useMutation({
    mutationFn: (id: string) => call(coinsAdminApi.toggle, { params: { id } }),
    onSettled: refresh,
  });
  return {
    toggle,
    create: async (body: PackageInput, idempotencyKey: string) => {
      await call(coinsAdminApi.create, { body }, { idempotencyKey });
      await refresh();
    },
    update: async (id: string, body: PackageInput) => {
      await call(coinsAdminApi.update, { params: { id }, body });
      await refresh();
    },
    remove: async (id: string) => {
      await call(coinsAdminApi.remove, { params: { id } });
      await refresh();
    },
  };
}
