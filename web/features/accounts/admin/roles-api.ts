import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type RoleInput, rolesApi } from '../../../../contract/roles.ts';
import { refreshAfterChange } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/query.ts';

const rolesKey = ['admin', 'roles'];

/** Every role, built-in ones first. */
export const rolesQuery = queryOptions({
  queryKey: rolesKey,
  queryFn: ({ signal }) => call(rolesApi.list, {}, { signal, quiet: true }),
});

/** What changes roles; each brings the list up to date before it is done. */
export function useRoleChanges() {
  const queries = useQueryClient();
  // Whoever holds the role sees and loses tabs by it.
  const refresh = () => refreshAfterChange(queries, rolesKey, keys.profile);
  return {
    create: async (body: RoleInput, idempotencyKey: string) => {
      await call(rolesApi.create, { body }, { idempotencyKey });
      await refresh();
    },
    update: async (id: string, body: RoleInput) => {
      await call(rolesApi.update, { params: { id }, body });
      await refresh();
    },
    remove: async (id: string) => {
      await call(rolesApi.remove, { params: { id } });
      await refresh();
    },
  };
}
