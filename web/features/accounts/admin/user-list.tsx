import { useQuery } from '@tanstack/react-query';
import { SquareArrowOutUpRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type User, userSorts } from '../../../../contract/users.ts';
import { formatAmount, formatDate } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { userAddress } from '../../../lib/user-address.ts';
import { IconLink } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/coins.tsx';
import { DataList, rowsPerPage } from '../../../ui/data-list.tsx';
import { dataColumns } from '../../../ui/data-table.tsx';
import { DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { Badge } from '../../../ui/status.tsx';
import { readUsers, usersQuery } from './api.ts';
import { RoleBadge } from './role-badge.tsx';
import { useRoleNames } from './role-choices.ts';
import { UserDialog } from './user-dialogs.tsx';

interface Asked {
  deed: 'edit' | 'delete';
  user: User;
}

const filterNames = ['role', 'suspended'];

/** Every user who is not deleted, searched, sorted and paged by the server (product specification, section 2.15). */
export function UserList() {
  const address = useTableAddress(userSorts, { sort: 'createdAt', order: 'desc' });
  const { search, sort, order, page, choice } = address;
  const role = choice('role');
  const suspended = choice('suspended');
  const shown = {
    ...(search && { search }),
    ...(role && { role }),
    ...((suspended === 'true' || suspended === 'false') && { isSuspended: suspended as 'true' | 'false' }),
    sort,
    order,
  };
  const users = useQuery(usersQuery({ ...shown, page, pageSize: rowsPerPage }));
  const may = usePermissions();
  const mayWrite = may('users:write');
  const mayDelete = may('users:delete');
  const [asked, ask] = useState<Asked>();
  const columns = useMemo(() => userColumns({ mayWrite, mayDelete, onAsk: ask }), [mayWrite, mayDelete]);
  return (
    <>
      <DataList
        what="users"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ suspendedAt }) => suspendedAt !== null}
        address={address}
        sorts={userSorts}
        query={users}
        empty="No users found"
        readPage={(at, pageSize) => readUsers({ ...shown, page: at, pageSize })}
        filterNames={filterNames}
        filters={
          <>
            <RoleFilter value={role} onChange={(next) => address.change({ role: next })} />
            <SelectField
              label="Suspended"
              hidesLabel
              isCompact
              className="min-w-0 grow basis-40 lg:grow-0"
              value={suspended}
              onChange={({ target }) => address.change({ suspended: target.value })}
            >
              <option value="">All users</option>
              <option value="true">Suspended</option>
              <option value="false">Not suspended</option>
            </SelectField>
          </>
        }
      />
      {asked && <UserDialog deed={asked.deed} user={asked.user} onClose={() => ask(undefined)} />}
    </>
  );
}

function RoleFilter({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const names = useRoleNames({ isGrantable: false });
  const known = [...new Set([...names, ...(value ? [value] : [])])];
  return (
    <SelectField
      label="Role"
      hidesLabel
      isCompact
      className="min-w-0 grow basis-40 lg:grow-0"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All roles</option>
      {known.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function userColumns({
  mayWrite,
  mayDelete,
  onAsk,
}: {
  mayWrite: boolean;
  mayDelete: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const { column, actions } = dataColumns<User>();
  const figure = { isFigure: true };
  return [
    column(
      'name',
      'Name',
      ({ name }) => name,
      (user) => (
        <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1 break-words">
          <Link
            to={userAddress(user._id)}
            className="underline-offset-4 hover:text-storm-soft hover:underline"
          >
            {user.name}
          </Link>
          {user.suspendedAt && <Badge tone="loss">Suspended</Badge>}
        </span>
      ),
      { isTitle: true },
    ),
    column(
      'email',
      'Email',
      ({ email }) => email,
      ({ email }) => <span className="break-all">{email}</span>,
    ),
    column(
      'gamerCoins',
      'Gamer Coins',
      ({ gamerCoins }) => gamerCoins,
      ({ gamerCoins }) => <Coins amount={gamerCoins} size={16} />,
      figure,
    ),
    column(
      'role',
      'Role',
      ({ role }) => role,
      ({ role }) => <RoleBadge role={role} />,
    ),
    column('isVerified', 'Verified', ({ isVerified }) => (isVerified ? 'Verified' : 'Unverified')),
    column(
      'giftCards',
      'Gift Cards',
      ({ giftCards }) => giftCards,
      ({ giftCards }) => formatAmount(giftCards),
      figure,
    ),
    column(
      'winsLoss',
      'Wins/Loss',
      // Not "3/4" alone: spreadsheets take it for a date.
      ({ wins, loss }) => `${wins} / ${loss}`,
      ({ wins, loss }) => `${formatAmount(wins)}/${formatAmount(loss)}`,
      figure,
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
    actions((user) => (
      <span className="inline-flex gap-1">
        <IconLink to={userAddress(user._id)} label={`Open ${user.name}`}>
          <SquareArrowOutUpRight size={18} aria-hidden="true" />
        </IconLink>
        {mayWrite && <EditButton name={user.name} onClick={() => onAsk({ deed: 'edit', user })} />}
        {mayDelete && <DeleteButton name={user.name} onClick={() => onAsk({ deed: 'delete', user })} />}
      </span>
    )),
  ];
}
