// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { type Role, type RoleInput, rolesApi } from '../../../../contract/roles-admin.ts';
import { call } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';
import { keys } from '../../../lib/query.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';

const rolesKey = ['admin', 'roles'];

/** Every role, built-in ones first. */
export const rolesQuery = queryOptions({
  queryKey: rolesKey,
  queryFn: ({ signal }) => call(rolesApi.list, {}, { signal, quiet: true }),
});

const calls = {
  create: (body: RoleInput, idempotencyKey: string) => call(rolesApi.create, { body }, { idempotencyKey }),
  update: (row: Role, values: RoleInput) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(rolesApi.update, { params: { id: row._id }, body });
  },
  remove: (id: string) => call(rolesApi.remove, { params: { id } }),
};

/** Changes roles. Administrators with a changed role may gain or lose tabs, so their profile refreshes. */
export const useRoleChanges = () => useChanges(calls, rolesKey, keys.profile);
