// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { type AdminGiftCard, giftCardSorts, maxStock } from '../../../../contract/shop-admin.ts';
import { plural } from '../../../lib/format.ts';
import { type TableAddress, useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { deleteAction, switchActions } from '../../../ui/bulk-actions.ts';
import { Button } from '../../../ui/button.tsx';
import { switchRow } from '../../../ui/change-with-undo.ts';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { FileUp } from '../../../ui/icons/file-up.ts';
import { useLinkedRow } from '../../../ui/linked-row.ts';
import { usePagedList } from '../../../ui/list-source.ts';
import { CreateButton } from '../../../ui/row-buttons.tsx';
import { RowDialogs } from '../../../ui/row-dialogs.tsx';
import { cardCalls, giftCardList, useCardChanges } from './cards-api.ts';
import { CodeReveal } from './code-reveal.tsx';
import { type AskedOfCards, giftCardColumns } from './gift-card-columns.tsx';
import { GiftCardForm } from './gift-card-form.tsx';
import { ImportCodes } from './import-codes.tsx';
import { QuarantineDialog } from './quarantine-dialog.tsx';

const statuses = ['active', 'inactive'] as const;

/** Gift cards and their stock, newest first (product specification, section 2.15). */
export function GiftCardList() {
  const address = useTableAddress(giftCardSorts, { sort: 'createdAt', order: 'desc' });
  const status = statuses.find((name) => name === address.choice('status'));
  const list = usePagedList(giftCardList, address, { status });
  const changes = useCardChanges();
  const may = usePermissions();
  const mayWrite = may('gift-cards:write');
  const mayReveal = may('gift-cards:reveal');
  const [asked, ask] = useState<AskedOfCards>();
  const [isImporting, setImporting] = useState(false);
  const close = () => ask(undefined);
  useLinkedRow(address, list, (row) => mayWrite && ask({ what: 'edit', row }));
  const columns = useMemo(
    () =>
      giftCardColumns({
        mayWrite,
        mayReveal,
        onToggle: ({ _id: key, title: name }, isActive) =>
          switchRow((...to) => changes.toggle(key, ...to), isActive, {
            key,
            name,
            done: 'Updated successfully',
          }),
        onAsk: ask,
      }),
    [mayWrite, mayReveal, changes],
  );
  return (
    <>
      <DataList
        {...list}
        one="gift card"
        what="gift cards"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ isActive }) => !isActive}
        address={address}
        sorts={giftCardSorts}
        empty="No gift cards found"
        filterNames={['status']}
        filters={<StatusFilter address={address} />}
        bulk={mayWrite ? bulk : []}
        actions={
          mayWrite && <Buttons onImport={() => setImporting(true)} onCreate={() => ask({ what: 'create' })} />
        }
      />
      <RowDialogs
        asked={asked}
        onClose={close}
        form={GiftCardForm}
        changes={changes}
        done={done}
        deletion={(card) => ({ title: 'Delete this gift card?', text: describeDeletion(card) })}
      />
      {asked?.what === 'import' && <ImportCodes card={asked.row} onClose={close} />}
      {isImporting && <ImportCodes onClose={() => setImporting(false)} />}
      {asked?.what === 'quarantine' && <QuarantineDialog card={asked.row} onClose={close} />}
      {asked?.what === 'reveal' && <CodeReveal card={asked.row} onClose={close} />}
    </>
  );
}

const done = {
  created: 'Gift card created successfully',
  updated: 'Updated successfully',
  deleted: 'Deleted successfully',
};

function StatusFilter({ address }: { address: TableAddress<(typeof giftCardSorts)[number]> }) {
  return (
    <ChoiceFilter
      address={address}
      name="status"
      label="Status"
      all="All cards"
      choices={[
        ['active', 'Active'],
        ['inactive', 'Inactive'],
      ]}
    />
  );
}

function Buttons({ onImport, onCreate }: { onImport: () => void; onCreate: () => void }) {
  return (
    <>
      <Button
        className="min-h-11! max-sm:px-4"
        icon={<FileUp size={18} aria-hidden="true" />}
        onClick={onImport}
      >
        Import Codes
      </Button>
      <CreateButton onClick={onCreate}>ADD GIFTCARD</CreateButton>
    </>
  );
}

const bulk = [
  ...switchActions<AdminGiftCard>({
    on: { label: 'Put on sale', done: 'on sale' },
    off: { label: 'Take off sale', done: 'off sale' },
    run: ({ _id }, isActive, options) => cardCalls.toggle(_id, isActive, options),
  }),
  deleteAction<AdminGiftCard>({
    what: { one: 'gift card', many: 'gift cards' },
    text: (cards) => {
      const stock = cards.reduce((sum, card) => sum + card.stock, 0);
      return `They leave the shop and every list${describeUnsold(stock)}. Players keep the codes they bought.`;
    },
    run: cardCalls.remove,
  }),
];

function describeUnsold(stock: number): string {
  if (stock === 0) return '';
  const codes = stock > maxStock ? `more than ${plural(maxStock, 'code')}` : plural(stock, 'code');
  return `, with ${codes} unsold`;
}

function describeDeletion({ title, stock }: AdminGiftCard): string {
  return `${title} leaves the shop and every list${describeUnsold(stock)}. Players keep the codes they bought.`;
}
