import { type AdminCoinPackage, coinsAdminApi, type PackageInput } from '../../../../contract/coins.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { useChanges } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';

const packagesKey = ['admin', 'coins'];

/** The packages of coins. */
export const packageList = {
  queryKey: packagesKey,
  read: (query: InputOf<typeof coinsAdminApi.list>['query'], signal?: AbortSignal) =>
    call(coinsAdminApi.list, { query }, { signal, quiet: true }),
};

const calls = {
  toggle: (id: string) => call(coinsAdminApi.toggle, { params: { id } }),
  create: (body: PackageInput, idempotencyKey: string) =>
    call(coinsAdminApi.create, { body }, { idempotencyKey }),
  update: (row: AdminCoinPackage, values: PackageInput) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(coinsAdminApi.update, { params: { id: row._id }, body });
  },
  remove: (id: string) => call(coinsAdminApi.remove, { params: { id } }),
};

/** What changes packages. */
export const usePackageChanges = () => useChanges(calls, packagesKey);
