// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Permission } from '../../contract/permissions.ts';
import { profileQuery } from './query.ts';

/** What the signed-in user may do; nothing until the profile has loaded. The server checks every call again. */
export function usePermissions(): (permission: Permission) => boolean {
  const { data } = useQuery(profileQuery);
  return (permission) => data?.permissions.includes(permission) ?? false;
}
