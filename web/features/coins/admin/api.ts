import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { coinsAdminApi, type PackageInput } from '../../../../contract/coins.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { useChanges } from '../../../lib/after-change.ts';
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

const calls = {
  toggle: (id: string) => call(coinsAdminApi.toggle, { params: { id } }),
  create: (body: PackageInput, idempotencyKey: string) =>
    call(coinsAdminApi.create, { body }, { idempotencyKey }),
  update: (id: string, body: PackageInput) => call(coinsAdminApi.update, { params: { id }, body }),
  remove: (id: string) => call(coinsAdminApi.remove, { params: { id } }),
};

/** What changes packages. */
export const usePackageChanges = () => useChanges(calls, packagesKey);
