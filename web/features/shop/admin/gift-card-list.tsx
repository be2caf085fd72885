import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type AdminGiftCard, giftCardSorts } from '../../../../contract/shop-admin.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataList, rowsPerPage } from '../../../ui/data-list.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { notify } from '../../../ui/toast.tsx';
import { giftCardsQuery, readGiftCards, useCardChanges } from './cards-api.ts';
import { type CardDeed, giftCardColumns } from './gift-card-columns.tsx';
import { GiftCardDialog } from './gift-card-dialog.tsx';
import { GiftCardForm } from './gift-card-form.tsx';

type Asked = { what: 'create' } | { what: CardDeed; row: AdminGiftCard };

const statuses = ['active', 'inactive'] as const;

/** The gift cards of the shop with their stock, the newest first (product specification, section 2.15). */
export function GiftCardList() {
  const address = useTableAddress(giftCardSorts, { sort: 'createdAt', order: 'desc' });
  const { search, sort, order, page } = address;
  const status = statuses.find((name) => name === address.choice('status'));
  const shown = { ...(search && { search }), ...(status && { status }), sort, order };
  const cards = useQuery(giftCardsQuery({ ...shown, page, pageSize: rowsPerPage }));
  const changes = useCardChanges();
  const may = usePermissions();
  const mayWrite = may('gift-cards:write');
  const mayReveal = may('gift-cards:reveal');
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const { mutateAsync: toggle } = changes.toggle;
  const columns = useMemo(
    () =>
      giftCardColumns({
        mayWrite,
        mayReveal,
        onToggle: ({ _id }, isActive) =>
          toggle({ id: _id, isActive }).then(() => notify.done('Updated successfully')),
        onAsk: (what, row) => ask({ what, row }),
      }),
    [mayWrite, mayReveal, toggle],
  );
  return (
    <>
      <DataList
        what="gift cards"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ isActive }) => !isActive}
        address={address}
        sorts={giftCardSorts}
        query={cards}
        empty="No gift cards found"
        readPage={(at, pageSize) => readGiftCards({ ...shown, page: at, pageSize })}
        filterNames={['status']}
        filters={
          <SelectField
            label="Status"
            hidesLabel
            isCompact
            className="min-w-0 grow basis-40 lg:grow-0"
            value={status ?? ''}
            onChange={({ target }) => address.change({ status: target.value })}
          >
            <option value="">All cards</option>
            <option value="active">Active</option>
            <option value="inactive">Inactive</option>
          </SelectField>
        }
        actions={
          mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>ADD GIFTCARD</CreateButton>
        }
      />
      {asked?.what === 'create' && (
        <GiftCardForm
          save={async (values, picture, key) => {
            await changes.create(values, picture, key);
            notify.done('Gift card created successfully');
          }}
          onClose={close}
        />
      )}
      {asked && asked.what !== 'create' && (
        <GiftCardDialog what={asked.what} card={asked.row} onClose={close} />
      )}
    </>
  );
}
