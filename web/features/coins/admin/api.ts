// SPDX-License-Identifier: Apache-2.0

import { type AdminCoinPackage, coinsAdminApi, type PackageInput } from '../../../../contract/coins-admin.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { type CallOptions, call, type UndoableOptions } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';

const packagesKey = ['admin', 'coins'];

/** The coin packages. */
export const packageList = {
  queryKey: packagesKey,
  read: (query: InputOf<typeof coinsAdminApi.list>['query'], signal?: AbortSignal) =>
    call(coinsAdminApi.list, { query }, { signal, quiet: true }),
};

export const packageCalls = {
  toggle: (id: string, isActive: boolean, { isUndo, ...options }: UndoableOptions = {}) => {
    const toText = (is: boolean) => (is ? ('true' as const) : ('false' as const));
    const query = { isActive: toText(isActive), ...(isUndo && { isUndo: toText(isUndo) }) };
    return call(coinsAdminApi.toggle, { params: { id }, query }, options);
  },
  create: (body: PackageInput, idempotencyKey: string) =>
    call(coinsAdminApi.create, { body }, { idempotencyKey }),
  update: (row: AdminCoinPackage, values: PackageInput) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(coinsAdminApi.update, { params: { id: row._id }, body });
  },
  remove: (id: string, options?: CallOptions) => call(coinsAdminApi.remove, { params: { id } }, options),
};

/** Changes packages. */
export const usePackageChanges = () => useChanges(packageCalls, packagesKey);
