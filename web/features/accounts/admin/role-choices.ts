// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Permission } from '../../../../contract/permissions.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { rolesQuery } from './roles-api.ts';

/**
 * Names of the roles to choose from: always USER and ADMIN (product specification, section 5), and the others that this
 * administrator may see.
 * @param isGrantable only roles whose permissions this administrator has, since nobody can grant others
 */
export function useRoleNames({ isGrantable }: { isGrantable: boolean }): string[] {
  const may = usePermissions();
  const { data = [] } = useQuery({ ...rolesQuery, enabled: may('roles:read') });
  const shown = data.filter(
    ({ permissions }) => !isGrantable || permissions.every((name) => may(name as Permission)),
  );
  return [...new Set(['USER', 'ADMIN', ...shown.map(({ name }) => name)])];
}
