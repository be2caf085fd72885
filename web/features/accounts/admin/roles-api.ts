import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type RoleInput, rolesApi } from '../../../../contract/roles.ts';
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
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: rolesKey }),
      // Users are listed with their role's name.
      queries.invalidateQueries({ queryKey: ['admin', 'users'] }),
      queries.invalidateQueries({ queryKey: keys.profile }),
    ]);
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
