import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type AdminCoinPackage, packageSorts } from '../../../../contract/coins.ts';
import { formatPrice } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Coins } from '../../../ui/coins.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataList, rowsPerPage } from '../../../ui/data-list.tsx';
import { dataColumns } from '../../../ui/data-table.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { notify } from '../../../ui/toast.tsx';
import { packagesQuery, readPackages, usePackageChanges } from './api.ts';
import { PackageForm } from './package-form.tsx';

type Asked = { what: 'create' } | { what: 'edit' | 'delete'; row: AdminCoinPackage };

/** The packages of coins that are sold by card: those on sale first (product specification, section 2.15). */
export function PackageList() {
  const address = useTableAddress(packageSorts, { sort: 'discountedPrice', order: 'asc' });
  const { search, sort, order, page } = address;
  const shown = { ...(search && { search }), sort, order };
  const packages = useQuery(packagesQuery({ ...shown, page, pageSize: rowsPerPage }));
  const changes = usePackageChanges();
  const mayWrite = usePermissions()('coins:write');
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const { mutateAsync: toggle } = changes.toggle;
  const columns = useMemo(
    () =>
      packageColumns({
        mayWrite,
        onToggle: ({ _id }) => toggle(_id).then(() => notify.done('Coin status updated successfully')),
        onAsk: (what, row) => ask({ what, row }),
      }),
    [mayWrite, toggle],
  );

  return (
    <>
      <DataList
        what="coin packages"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ isActive }) => !isActive}
        address={address}
        sorts={packageSorts}
        query={packages}
        empty="No coins found"
        readPage={(at, pageSize) => readPackages({ ...shown, page: at, pageSize })}
        actions={mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>ADD COIN</CreateButton>}
      />
      {asked?.what === 'create' && (
        <PackageForm
          save={async (values, key) => {
            await changes.create(values, key);
            notify.done('Coin created successfully');
          }}
          onClose={close}
        />
      )}
      {asked?.what === 'edit' && (
        <PackageForm
          edited={asked.row}
          save={async (values) => {
            await changes.update(asked.row._id, values);
            notify.done('Coin updated successfully');
          }}
          onClose={close}
        />
      )}
      {asked?.what === 'delete' && (
        <ConfirmDialog
          title="Delete this coin package?"
          text={`${asked.row.title} leaves every list. Payments that were made for it stay.`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={async () => {
            await changes.remove(asked.row._id);
            notify.done('Coin deleted successfully');
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function packageColumns({
  mayWrite,
  onToggle,
  onAsk,
}: {
  mayWrite: boolean;
  onToggle: (row: AdminCoinPackage) => Promise<unknown>;
  onAsk: (what: 'edit' | 'delete', row: AdminCoinPackage) => void;
}) {
  const { column, actions } = dataColumns<AdminCoinPackage>();
  const figure = { isFigure: true };
  return [
    column(
      'title',
      'Title',
      ({ title }) => title,
      ({ title, paymentNote }) => (
        <>
          {title}
          {paymentNote && (
            <span className="block font-normal font-sans text-loss text-xs">{paymentNote}</span>
          )}
        </>
      ),
      { isTitle: true },
    ),
    column(
      'coins',
      'Coins',
      ({ coins }) => coins,
      ({ coins }) => <Coins amount={coins} />,
      figure,
    ),
    column(
      'originalPrice',
      'Original Price',
      ({ originalPrice }) => originalPrice,
      ({ originalPrice }) => formatPrice(originalPrice),
      figure,
    ),
    column(
      'discountPercentage',
      'Discount %',
      ({ discountPercentage }) => discountPercentage,
      ({ discountPercentage }) => `${discountPercentage}%`,
      figure,
    ),
    column(
      'discountedPrice',
      'Discounted Price',
      ({ discountedPrice }) => discountedPrice,
      ({ discountedPrice }) => formatPrice(discountedPrice),
      figure,
    ),
    column(
      'isActive',
      'Status',
      ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
      (row) => (
        <span className="inline-flex items-center gap-2.5">
          <Switch
            label={`${row.title} is on sale`}
            checked={row.isActive}
            disabled={!mayWrite}
            onChange={() => onToggle(row)}
          />
          {row.isActive ? 'Active' : 'Inactive'}
        </span>
      ),
    ),
    ...(mayWrite
      ? [
          actions((row) => (
            <span className="inline-flex gap-1">
              <IconButton label={`Edit ${row.title}`} onClick={() => onAsk('edit', row)}>
                <Pencil size={18} aria-hidden="true" />
              </IconButton>
              <IconButton label={`Delete ${row.title}`} onClick={() => onAsk('delete', row)}>
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            </span>
          )),
        ]
      : []),
  ];
}
