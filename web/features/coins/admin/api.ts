import { coinsAdminApi, type PackageInput } from '../../../../contract/coins.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { useChanges } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';

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
  update: (id: string, body: PackageInput) => call(coinsAdminApi.update, { params: { id }, body }),
  remove: (id: string) => call(coinsAdminApi.remove, { params: { id } }),
};

/** What changes packages. */
export const usePackageChanges = () => useChanges(calls, packagesKey);
