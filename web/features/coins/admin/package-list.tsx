// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { type AdminCoinPackage, packageSorts } from '../../../../contract/coins-admin.ts';
import { formatPrice } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { deleteAction, switchActions } from '../../../ui/bulk-actions.ts';
import { switchRow } from '../../../ui/change-with-undo.ts';
import { Coins } from '../../../ui/coins.tsx';
import { dataColumns } from '../../../ui/data-columns.ts';
import { DataList } from '../../../ui/data-list.tsx';
import { usePagedList } from '../../../ui/list-source.ts';
import { CreateButton, DeleteButton, EditButton } from '../../../ui/row-buttons.tsx';
import { type Asked, RowDialogs } from '../../../ui/row-dialogs.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { packageCalls, packageList, usePackageChanges } from './api.ts';
import { PackageForm } from './package-form.tsx';

/** The coin packages, those on sale first (product specification, section 2.15). */
export function PackageList() {
  const address = useTableAddress(packageSorts, { sort: 'discountedPrice', order: 'asc' });
  const list = usePagedList(packageList, address, {});
  const changes = usePackageChanges();
  const mayWrite = usePermissions()('coins:write');
  const [asked, ask] = useState<Asked<AdminCoinPackage>>();
  const columns = useMemo(
    () =>
      packageColumns({
        mayWrite,
        onToggle: ({ _id: key, title: name, isActive }) => {
          const said = { key, name, done: 'Coin status updated successfully' };
          return switchRow((...to) => changes.toggle(key, ...to), !isActive, said);
        },
        onAsk: ask,
      }),
    [mayWrite, changes],
  );

  return (
    <>
      <DataList
        {...list}
        one="coin package"
        what="coin packages"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ isActive }) => !isActive}
        address={address}
        sorts={packageSorts}
        empty="No coins found"
        bulk={mayWrite ? bulk : []}
        actions={mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>ADD COIN</CreateButton>}
      />
      <RowDialogs
        asked={asked}
        onClose={() => ask(undefined)}
        form={PackageForm}
        changes={changes}
        done={{
          created: 'Coin created successfully',
          updated: 'Coin updated successfully',
          deleted: 'Coin deleted successfully',
        }}
        deletion={({ title }) => ({
          title: 'Delete this coin package?',
          text: `${title} leaves every list. Its payments stay.`,
        })}
      />
    </>
  );
}

const bulk = [
  ...switchActions<AdminCoinPackage>({
    on: { label: 'Put on sale', done: 'on sale' },
    off: { label: 'Take off sale', done: 'off sale' },
    run: ({ _id }, isActive, options) => packageCalls.toggle(_id, isActive, options),
  }),
  deleteAction<AdminCoinPackage>({
    what: { one: 'coin package', many: 'coin packages' },
    text: () => 'They leave every list. Their payments stay.',
    run: packageCalls.remove,
  }),
];

function packageColumns({
  mayWrite,
  onToggle,
  onAsk,
}: {
  mayWrite: boolean;
  onToggle: (row: AdminCoinPackage) => Promise<unknown>;
  onAsk: (asked: Asked<AdminCoinPackage>) => void;
}) {
  const { column, field, actions } = dataColumns<AdminCoinPackage>();
  const figure = { isFigure: true };
  return [
    field('title', 'Title', (row) => <Title {...row} />, { isTitle: true }),
    field('coins', 'Coins', ({ coins }) => <Coins amount={coins} />, { ...figure, narrow: 'figure' }),
    field('originalPrice', 'Original Price', ({ originalPrice }) => formatPrice(originalPrice), figure),
    field('discountPercentage', 'Discount %', ({ discountPercentage }) => `${discountPercentage}%`, figure),
    field('discountedPrice', 'Discounted Price', ({ discountedPrice }) => formatPrice(discountedPrice), {
      ...figure,
      narrow: 'note',
    }),
    column(
      'isActive',
      'Status',
      ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
      (row) => (
        <Switch
          label={`${row.title} is on sale`}
          checked={row.isActive}
          disabled={!mayWrite}
          onChange={() => onToggle(row)}
        />
      ),
      { narrow: 'state' },
    ),
    ...(mayWrite
      ? [
          actions((row) => (
            <span className="inline-flex gap-1">
              <EditButton name={row.title} onClick={() => onAsk({ what: 'edit', row })} />
              <DeleteButton name={row.title} onClick={() => onAsk({ what: 'delete', row })} />
            </span>
          )),
        ]
      : []),
  ];
}

function Title({ title, paymentNote }: AdminCoinPackage) {
  return (
    <>
      {title}
      {paymentNote && <span className="block font-normal font-sans text-loss text-xs">{paymentNote}</span>}
    </>
  );
}
