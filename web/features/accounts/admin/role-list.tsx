// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Role } from '../../../../contract/roles-admin.ts';
import { pathWords } from '../../../lib/field-words.ts';
import { formatAmount, plural, pluralForm } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { dataColumns } from '../../../ui/data-columns.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { InsteadOfHeading } from '../../../ui/data-row.tsx';
import { Lock } from '../../../ui/icons/lock.ts';
import { wholeList } from '../../../ui/list-source.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { CreateButton, DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import { type Asked, RowDialogs } from '../../../ui/row-dialogs.tsx';
import { Badge } from '../../../ui/status.tsx';
import { sayRight, toAreas } from './permission-text.ts';
import { RoleForm } from './role-form.tsx';
import { rolesQuery, useRoleChanges } from './roles-api.ts';

const sorts = ['name', 'createdAt', 'users'] as const;
const by = {
  name: ({ name }: Role) => name,
  createdAt: ({ createdAt }: Role) => createdAt,
  users: ({ users }: Role) => users,
};

/** Every role and its permissions (product specification, section 2.15). */
export function RoleList() {
  // Built-in roles come first because they are the oldest.
  const address = useTableAddress(sorts, { sort: 'createdAt', order: 'asc' });
  const roles = useQuery(rolesQuery);
  const changes = useRoleChanges();
  const mayWrite = usePermissions()('roles:write');
  const [asked, ask] = useState<Asked<Role>>();
  const columns = useMemo(() => roleColumns({ mayWrite, onAsk: ask }), [mayWrite]);
  const list = wholeList(roles, address, { columns, by });
  return (
    <>
      <DataList
        {...list}
        one="role"
        what="roles"
        columns={columns}
        rowKey={({ _id }) => _id}
        address={address}
        sorts={sorts}
        empty="No roles found"
        actions={
          mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>Create New Role</CreateButton>
        }
      />
      <RowDialogs
        asked={asked}
        onClose={() => ask(undefined)}
        form={RoleForm}
        changes={changes}
        done={{
          created: 'Created successfully',
          updated: 'Updated successfully',
          deleted: 'Deleted successfully',
        }}
        deletion={({ name }) => ({
          title: `Delete the role ${name}?`,
          text: 'You can’t undo this. Only a role without users can be deleted. Its actions stay in the audit log.',
        })}
      />
    </>
  );
}

function roleColumns({ mayWrite, onAsk }: { mayWrite: boolean; onAsk: (asked: Asked<Role>) => void }) {
  const { column, field, actions } = dataColumns<Role>();
  return [
    field('name', 'Role Name', (role) => <Name {...role} />, { isTitle: true }),
    column(
      'permissions',
      'Permissions',
      ({ permissions }) => permissions.join(', '),
      ({ permissions }) => <PermissionNames names={permissions} />,
    ),
    field('createdAt', 'Created At', ({ createdAt }) => <When time={createdAt} />),
    field('users', 'Users', (role) => <Users {...role} />, { isFigure: true, narrow: 'figure' }),
    ...(mayWrite ? [actions((role) => <Buttons role={role} onAsk={onAsk} />)] : []),
  ];
}

function Name({ name, isBuiltIn }: Role) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2.5">
      {name}
      {isBuiltIn && (
        <Badge>
          <Lock size={12} aria-hidden="true" /> Built-in
        </Badge>
      )}
    </span>
  );
}

function Users({ name, users }: Role) {
  return (
    <Link
      to={{ pathname: '/dashboard/users', search: `?role=${encodeURIComponent(name)}` }}
      aria-label={`${plural(users, 'user has', 'users have')} the role ${name}`}
      className="underline decoration-storm underline-offset-4 hover:text-storm-soft"
    >
      {formatAmount(users)}
      <InsteadOfHeading>{pluralForm(users, ' user', ' users')}</InsteadOfHeading>
    </Link>
  );
}

function Buttons({ role, onAsk }: { role: Role; onAsk: (asked: Asked<Role>) => void }) {
  if (role.isBuiltIn) return <span className="text-muted text-xs">Built-in</span>;
  return (
    <span className="inline-flex gap-1">
      <EditButton name={role.name} onClick={() => onAsk({ what: 'edit', row: role })} />
      <DeleteButton name={role.name} onClick={() => onAsk({ what: 'delete', row: role })} />
    </span>
  );
}

function PermissionNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-muted">None</span>;
  return (
    <span className="flex min-w-0 flex-wrap gap-1 xl:max-w-3xl">
      {toAreas(names).map(({ area, names: held }) => (
        <span key={area} className="bg-ink-3 px-1.5 py-0.5 text-soft text-xs">
          {pathWords(area)}: {held.map(sayRight).join(', ')}
        </span>
      ))}
    </span>
  );
}
