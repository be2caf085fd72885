import { useQuery } from '@tanstack/react-query';
import { Lock, Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Role } from '../../../../contract/roles.ts';
import { formatAmount, formatDate } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { findIn, pageOf } from '../../../lib/whole-list.ts';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataList, rowsPerPage } from '../../../ui/data-list.tsx';
import { csvRow, dataColumns } from '../../../ui/data-table.tsx';
import { Badge } from '../../../ui/status.tsx';
import { notify } from '../../../ui/toast.tsx';
import { RoleForm } from './role-form.tsx';
import { rolesQuery, useRoleChanges } from './roles-api.ts';

type Asked = { what: 'create' } | { what: 'edit' | 'delete'; role: Role };

const sorts = ['name', 'createdAt', 'users'] as const;
const by = {
  name: ({ name }: Role) => name,
  createdAt: ({ createdAt }: Role) => createdAt,
  users: ({ users }: Role) => users,
};

/** Every role and who may do what by it (product specification, section 2.15). */
export function RoleList() {
  // The built-in ones are the oldest.
  const address = useTableAddress(sorts, { sort: 'createdAt', order: 'asc' });
  const roles = useQuery(rolesQuery);
  const mayWrite = usePermissions()('roles:write');
  const [asked, ask] = useState<Asked>();
  const columns = useMemo(() => roleColumns({ mayWrite, onAsk: ask }), [mayWrite]);
  const found =
    roles.data && findIn({ rows: roles.data, textsOf: (row) => csvRow(columns, row), by }, address);
  return (
    <>
      <DataList
        what="roles"
        columns={columns}
        rowKey={({ _id }) => _id}
        address={address}
        sorts={sorts}
        query={{
          data: found && pageOf(found, address.page, rowsPerPage),
          error: roles.error,
          isPlaceholderData: false,
          refetch: roles.refetch,
        }}
        empty="No roles found"
        readPage={async (page, pageSize) => pageOf(found ?? [], page, pageSize)}
        actions={
          mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>Create New Role</CreateButton>
        }
      />
      {asked && <RoleDialog asked={asked} onClose={() => ask(undefined)} />}
    </>
  );
}

function RoleDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const changes = useRoleChanges();
  if (asked.what === 'create') {
    return (
      <RoleForm
        save={async (values, key) => {
          await changes.create(values, key);
          notify.done('Created successfully');
        }}
        onClose={onClose}
      />
    );
  }
  const { role } = asked;
  if (asked.what === 'edit') {
    return (
      <RoleForm
        edited={role}
        save={async (values) => {
          await changes.update(role._id, values);
          notify.done('Updated successfully');
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={`Delete the role ${role.name}?`}
      text="It is gone for good. Only a role that nobody has can be deleted; what was done by it stays in the audit log."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={async () => {
        await changes.remove(role._id);
        notify.done('Deleted successfully');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function roleColumns({ mayWrite, onAsk }: { mayWrite: boolean; onAsk: (asked: Asked) => void }) {
  const { column, actions } = dataColumns<Role>();
  return [
    column(
      'name',
      'Role Name',
      ({ name }) => name,
      ({ name, isBuiltIn }) => (
        <span className="inline-flex flex-wrap items-center gap-2.5">
          {name}
          {isBuiltIn && (
            <Badge>
              <Lock size={12} aria-hidden="true" /> Built-in
            </Badge>
          )}
        </span>
      ),
      { isTitle: true },
    ),
    column(
      'permissions',
      'Permissions',
      ({ permissions }) => permissions.join(', '),
      ({ permissions }) => <PermissionNames names={permissions} />,
    ),
    column(
      'createdAt',
      'Created At',
      ({ createdAt }) => createdAt,
      ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDate(createdAt)}
        </time>
      ),
    ),
    column(
      'users',
      'Users',
      ({ users }) => users,
      ({ name, users }) => (
        <Link
          to={{ pathname: '/dashboard/users', search: `?role=${encodeURIComponent(name)}` }}
          aria-label={`${formatAmount(users)} users have the role ${name}`}
          className="underline decoration-storm underline-offset-4 hover:text-storm-soft"
        >
          {formatAmount(users)}
        </Link>
      ),
      { isFigure: true },
    ),
    ...(mayWrite
      ? [
          actions((role) =>
            role.isBuiltIn ? (
              <span className="text-muted text-xs">Stays as it is</span>
            ) : (
              <span className="inline-flex gap-1">
                <IconButton label={`Edit ${role.name}`} onClick={() => onAsk({ what: 'edit', role })}>
                  <Pencil size={18} aria-hidden="true" />
                </IconButton>
                <IconButton label={`Delete ${role.name}`} onClick={() => onAsk({ what: 'delete', role })}>
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              </span>
            ),
          ),
        ]
      : []),
  ];
}

function PermissionNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span className="text-muted">None</span>;
  return (
    <span className="flex min-w-0 flex-wrap gap-1 max-lg:justify-end lg:max-w-3xl">
      {names.map((name) => (
        <span key={name} className="num bg-ink-3 px-1.5 py-0.5 text-soft text-xs">
          {name}
        </span>
      ))}
    </span>
  );
}
