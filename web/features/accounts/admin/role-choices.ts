// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Permission } from '../../../../contract/permissions.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { rolesQuery } from './roles-api.ts';

/**
 * Names of the roles to choose from: USER and ADMIN always (product specification, section 5), the others as far as
 * this administrator may see them.
 * @param isGrantable only those that hold nothing that this administrator lacks: nobody grants more than they have
 */
export function useRoleNames({ isGrantable }: { isGrantable: boolean }): string[] {
  const may = usePermissions();
  const { data = [] } = useQuery({ ...rolesQuery, enabled: may('roles:read') });
  const shown = data.filter(
    ({ permissions }) => !isGrantable || permissions.every((name) => may(name as Permission)),
  );
  return [...new Set(['USER', 'ADMIN', ...shown.map(({ name }) => name)])];
}
