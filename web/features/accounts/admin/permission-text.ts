// SPDX-License-Identifier: Apache-2.0

import { type Permission, permissions } from '../../../../contract/permissions.ts';

/** Parses a role's permissions as they are typed, comma-separated (product specification, section 5). */
export function readPermissions(text: string): { known: Permission[]; unknown: string[] } {
  const named = [
    ...new Set(
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  return {
    known: permissions.filter((permission) => named.includes(permission)),
    unknown: named.filter((name) => !permissions.some((permission) => permission === name)),
  };
}

/** The text with one permission added or removed, in the usual order; unknown ones stay, at the end. */
export function withPermission(text: string, permission: Permission, isHeld: boolean): string {
  const { known, unknown } = readPermissions(text);
  const held = permissions.filter((name) => (name === permission ? isHeld : known.includes(name)));
  return [...held, ...unknown].join(', ');
}

/** Permissions grouped by subject: the part before the colon. */
export const permissionGroups: readonly { about: string; permissions: Permission[] }[] = [
  ...new Set(permissions.map(describePermission)),
].map((about) => ({
  about,
  permissions: permissions.filter((permission) => describePermission(permission) === about),
}));

function describePermission(permission: Permission): string {
  return permission.slice(0, permission.indexOf(':'));
}
