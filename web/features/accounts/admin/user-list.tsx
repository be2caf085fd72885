// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type User, userSorts } from '../../../../contract/users-admin.ts';
import { formatAmount } from '../../../lib/format.ts';
import { type TableAddress, useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { userAddress } from '../../../lib/user-address.ts';
import { IconLink } from '../../../ui/button.tsx';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { Coins } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { SquareArrowOutUpRight } from '../../../ui/icons/square-arrow-out-up-right.ts';
import { usePagedList } from '../../../ui/list-source.ts';
import { When } from '../../../ui/narrow-time.tsx';
import { DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import { Badge } from '../../../ui/status.tsx';
import { userList } from './api.ts';
import { RoleBadge } from './role-badge.tsx';
import { useRoleNames } from './role-choices.ts';
import { sayCount } from './say-count.ts';
import { UserDialog } from './user-dialogs.tsx';

interface Asked {
  deed: 'edit' | 'delete';
  user: User;
}

const filterNames = ['role', 'suspended'];
const yesOrNo = ['true', 'false'] as const;

/** All users except deleted ones. The server searches, sorts and pages (product specification, section 2.15). */
export function UserList() {
  const address = useTableAddress(userSorts, { sort: 'createdAt', order: 'desc' });
  const isSuspended = yesOrNo.find((each) => each === address.choice('suspended'));
  const list = usePagedList(userList, address, { role: address.choice('role') || undefined, isSuspended });
  const may = usePermissions();
  const mayWrite = may('users:write');
  const mayDelete = may('users:delete');
  const [asked, ask] = useState<Asked>();
  const columns = useMemo(() => userColumns({ mayWrite, mayDelete, onAsk: ask }), [mayWrite, mayDelete]);
  return (
    <>
      <DataList
        searchesWords
        {...list}
        one="user"
        what="users"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ suspendedAt }) => suspendedAt !== null}
        address={address}
        sorts={userSorts}
        empty="No users found"
        filterNames={filterNames}
        filters={
          <>
            <RoleFilter address={address} />
            <ChoiceFilter
              address={address}
              name="suspended"
              label="Suspended"
              all="All users"
              choices={[
                ['true', 'Suspended'],
                ['false', 'Not suspended'],
              ]}
            />
          </>
        }
      />
      {asked && <UserDialog deed={asked.deed} user={asked.user} onClose={() => ask(undefined)} />}
    </>
  );
}

function RoleFilter({ address }: { address: TableAddress<(typeof userSorts)[number]> }) {
  const chosen = address.choice('role');
  const names = new Set([...useRoleNames({ isGrantable: false }), ...(chosen ? [chosen] : [])]);
  return (
    <ChoiceFilter
      address={address}
      name="role"
      label="Role"
      all="All roles"
      choices={[...names].map((name) => [name, name])}
    />
  );
}

interface UserActions {
  mayWrite: boolean;
  mayDelete: boolean;
  onAsk: (asked: Asked) => void;
}

function userColumns(does: UserActions) {
  const { column, field, actions } = dataColumns<User>();
  const figure = { isFigure: true };
  // Only for the CSV file: the table shows it beside the name.
  const inFile = { isFileOnly: true };
  return [
    field('name', 'Name', (user) => <Name user={user} />, { isTitle: true }),
    field('handle', 'Handle', undefined, inFile),
    field('email', 'Email', ({ email }) => <span className="break-all">{email}</span>, { narrow: 'note' }),
    field('gamerCoins', 'Gamer Coins', ({ gamerCoins }) => <Coins amount={gamerCoins} size={16} />, {
      isFigure: true,
      narrow: 'figure',
    }),
    field('role', 'Role', ({ role }) => <RoleBadge role={role} />, { narrow: 'state' }),
    column('isVerified', 'Verified', ({ isVerified }) => (isVerified ? 'Verified' : 'Unverified')),
    field('giftCards', 'Gift Cards', ({ giftCards }) => sayCount(giftCards), figure),
    column(
      'winsLoss',
      'Wins/Loss',
      // Not "3/4": spreadsheets read that as a date.
      ({ wins, loss }) => `${wins} / ${loss}`,
      ({ wins, loss }) => `${formatAmount(wins)}/${formatAmount(loss)}`,
      figure,
    ),
    field('createdAt', 'Created At', ({ createdAt }) => <When time={createdAt} />),
    column('suspendedAt', 'Suspended At', ({ suspendedAt }) => suspendedAt ?? '', undefined, inFile),
    actions((user) => <Buttons user={user} {...does} />),
  ];
}

function Name({ user: { _id, name, handle, suspendedAt } }: { user: User }) {
  return (
    <span className="break-words">
      <Link to={userAddress(_id)} className="underline-offset-4 hover:text-storm-soft hover:underline">
        {name}
      </Link>
      {suspendedAt && (
        <Badge tone="loss" className="ml-2.5">
          Suspended
        </Badge>
      )}
      <span className="block font-normal text-muted text-sm max-xl:shut:hidden">{handle}</span>
    </span>
  );
}

function Buttons({ user, mayWrite, mayDelete, onAsk }: { user: User } & UserActions) {
  return (
    <span className="inline-flex gap-1">
      <IconLink to={userAddress(user._id)} label={`Open ${user.name}`}>
        <SquareArrowOutUpRight size={18} aria-hidden="true" />
      </IconLink>
      {mayWrite && <EditButton name={user.name} onClick={() => onAsk({ deed: 'edit', user })} />}
      {mayDelete && <DeleteButton name={user.name} onClick={() => onAsk({ deed: 'delete', user })} />}
    </span>
  );
}
