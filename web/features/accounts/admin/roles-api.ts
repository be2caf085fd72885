import { queryOptions } from '@tanstack/react-query';
import { type RoleInput, rolesApi } from '../../../../contract/roles.ts';
import { useChanges } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/query.ts';

const rolesKey = ['admin', 'roles'];

/** Every role, built-in ones first. */
export const rolesQuery = queryOptions({
  queryKey: rolesKey,
  queryFn: ({ signal }) => call(rolesApi.list, {}, { signal, quiet: true }),
});

const calls = {
  create: (body: RoleInput, idempotencyKey: string) => call(rolesApi.create, { body }, { idempotencyKey }),
  update: (id: string, body: RoleInput) => call(rolesApi.update, { params: { id }, body }),
  remove: (id: string) => call(rolesApi.remove, { params: { id } }),
};

/** What changes roles: whoever holds one sees and loses tabs by it. */
export const useRoleChanges = () => useChanges(calls, rolesKey, keys.profile);
