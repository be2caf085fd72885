// SPDX-License-Identifier: Apache-2.0

/** Every permission (docs/rules/roles.md). A role is a set of them. */
export const permissions = [
  'gift-cards:read',
  'gift-cards:write',
  'gift-cards:reveal',
  'coins:read',
  'coins:write',
  'users:read',
  'users:write',
  'users:adjust-coins',
  'users:delete',
  'roles:read',
  'roles:write',
  'events:read',
  'events:write',
  'events:send',
  'giveaways:read',
  'giveaways:write',
  'deliveries:read',
  'deliveries:write',
  'challenges:read',
  'challenges:write',
  'challenges:void',
  'disputes:read',
  'disputes:write',
  'fair-play:read',
  'fair-play:write',
  'approvals:decide',
  'play-rules:read',
  'play-rules:write',
  'outgoing-webhooks:read',
  'outgoing-webhooks:write',
  'audit:read',
  'overview:read',
  'books:read',
] as const;

export type Permission = (typeof permissions)[number];

/**
 * Permissions to move coins, XP or codes, or to grant such permissions. They require a second factor
 * (docs/rules/second-factor.md, 1). Read-only permissions aren't included.
 */
const guardedPermissions = permissions.filter((permission) => !permission.endsWith(':read'));

/** Whether these permissions need a second factor, on installations that require one. */
export function isGuarded(held: ReadonlySet<Permission>): boolean {
  return guardedPermissions.some((permission) => held.has(permission));
}

const withheldFromAdmin: readonly Permission[] = [
  'roles:write',
  'users:delete',
  'events:send',
  'play-rules:write',
  'outgoing-webhooks:write',
];

/** The built-in roles. Custom roles are in the database. */
export const builtInRoles: Record<'USER' | 'ADMIN' | 'SUPER_ADMIN', readonly Permission[]> = {
  USER: [],
  ADMIN: permissions.filter((permission) => !withheldFromAdmin.includes(permission)),
  SUPER_ADMIN: permissions,
};
