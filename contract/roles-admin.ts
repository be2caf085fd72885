// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { loadedFields } from './edits.ts';
import { amount, endpoint, id, timestamp } from './endpoint.ts';
import { permissions } from './permissions.ts';
import { ifMissing } from './sent-numbers.ts';

/** A role and its holders (product specification, sections 2.15 and 3). */
export const role = z.object({
  _id: id,
  name: z.string(),
  permissions: z.array(z.string()),
  createdAt: timestamp,
  /** Built-in roles can't be changed or deleted. */
  isBuiltIn: z.boolean(),
  users: amount,
});
export type Role = z.infer<typeof role>;

const nameMissing = 'Role name is required.';
/** Names are upper case: `event team` becomes EVENT_TEAM. */
const roleName = z
  .string(nameMissing)
  .trim()
  .min(1, nameMissing)
  .transform((name) => name.toUpperCase().replace(/[\s-]+/g, '_'))
  .pipe(
    z
      .string()
      .regex(
        /^[A-Z][A-Z0-9_]{1,39}$/,
        'Use 2 to 40 letters, digits and underscores, beginning with a letter.',
      ),
  );

/** The fields of the role form. */
export const roleInput = z.object({
  name: roleName,
  permissions: z
    .array(z.enum(permissions, 'Unknown permission'), ifMissing('A list of permissions is required'))
    .max(permissions.length)
    .transform((chosen) => permissions.filter((permission) => chosen.includes(permission))),
});
export type RoleInput = z.output<typeof roleInput>;

/** The same fields, with the name as `role` or `name`, as in the specification. */
const newRole = z
  .object({
    name: roleName.optional(),
    role: roleName.optional(),
    permissions: roleInput.shape.permissions,
  })
  .transform(({ name, role, permissions: chosen }, context): RoleInput => {
    const given = name ?? role;
    if (given === undefined) context.addIssue({ code: 'custom', path: ['name'], message: nameMissing });
    return { name: given ?? '', permissions: chosen };
  });

const params = z.object({ id });

export const rolesApi = {
  list: endpoint({
    method: 'GET',
    path: '/role/getAll',
    access: 'roles:read',
    summary: 'List roles',
    data: z.array(role),
  }),
  create: endpoint({
    method: 'POST',
    path: '/role/create',
    access: 'roles:write',
    isIrreversible: true,
    idempotent: true,
    summary: 'Create a role',
    message: 'Created successfully',
    body: newRole,
    data: role,
    refusals: ['forbidden', 'role_exists', 'role_beyond_yours', 'idempotency_key_reused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/role/update/:id',
    access: 'roles:write',
    isIrreversible: true,
    summary: 'Change a role',
    message: 'Updated successfully',
    params,
    body: roleInput.extend({ loaded: loadedFields }),
    data: role,
    refusals: [
      'not_found',
      'changed_meanwhile',
      'forbidden',
      'role_exists',
      'role_built_in',
      'role_beyond_yours',
      'own_role',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/role/delete/:id',
    access: 'roles:write',
    isIrreversible: true,
    summary: 'Delete a role without users',
    message: 'Deleted successfully',
    params,
    data: z.object({ _id: id }),
    refusals: ['not_found', 'forbidden', 'role_built_in', 'role_beyond_yours', 'role_in_use'],
  }),
};
