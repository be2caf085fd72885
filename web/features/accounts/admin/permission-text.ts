// SPDX-License-Identifier: Apache-2.0

import { type Permission, permissions } from '../../../../contract/permissions.ts';

/** A role's permissions as one types them, comma-separated (product specification, section 5), sorted out. */
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

/** The text with one permission added or taken out, in the usual order; what is unknown stays, at the end. */
export function withPermission(text: string, permission: Permission, isHeld: boolean): string {
  const { known, unknown } = readPermissions(text);
  const held = permissions.filter((name) => (name === permission ? isHeld : known.includes(name)));
  return [...held, ...unknown].join(', ');
}

/** Permissions by what they are about: the part before the colon. */
export const permissionGroups: readonly { about: string; permissions: Permission[] }[] = [
  ...new Set(permissions.map(describePermission)),
].map((about) => ({
  about,
  permissions: permissions.filter((permission) => describePermission(permission) === about),
}));

function describePermission(permission: Permission): string {
  return permission.slice(0, permission.indexOf(':'));
}
