// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { UserDetail } from '../../../../contract/users-admin.ts';
import { formatPrice } from '../../../lib/format.ts';
import { Coins } from '../../../ui/coins.tsx';
import { When } from '../../../ui/narrow-time.tsx';
import { Badge } from '../../../ui/status.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

type Purchase = UserDetail['purchases'][number];
type Payment = UserDetail['payments'][number];

const purchaseStatus = {
  delivered: <Badge tone="win">Delivered</Badge>,
  on_its_way: <Badge tone="storm">On its way</Badge>,
  refunded: <Badge>Refunded</Badge>,
} satisfies Record<Purchase['status'], unknown>;

const purchaseColumns: Column<Purchase>[] = [
  { header: 'Gift Card', cell: ({ title }) => title || 'Gift Card', isTitle: true },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Status', cell: ({ status }) => purchaseStatus[status] },
  { header: 'Cost', cell: ({ gcCoin }) => <Coins amount={gcCoin} size={16} />, isFigure: true },
  { header: 'Purchased At', cell: ({ purchasedAt }) => <When time={purchasedAt} /> },
  { header: 'Promised By', cell: ({ promisedBy }) => (promisedBy ? <When time={promisedBy} /> : '–') },
];

/** A user's gift cards, without their codes. */
export function PurchaseTable({
  purchases,
  actions,
}: {
  purchases: readonly Purchase[];
  actions: (purchase: Purchase) => ReactNode;
}) {
  return (
    <Table
      caption="Purchases, newest first"
      columns={[...purchaseColumns, { header: 'Actions', cell: actions, isFigure: true }]}
      rows={purchases}
      rowKey={({ _id }) => _id}
    />
  );
}

const paymentColumns: Column<Payment>[] = [
  { header: 'Package', cell: ({ packageTitle }) => packageTitle, isTitle: true },
  { header: 'Coins', cell: ({ coins }) => <Coins amount={coins} size={16} />, isFigure: true },
  { header: 'Amount', cell: ({ amountCents }) => formatPrice(amountCents / 100), isFigure: true },
  { header: 'Status', cell: ({ status }) => <Badge>{status.replaceAll('_', ' ').toUpperCase()}</Badge> },
  { header: 'Created At', cell: ({ createdAt }) => <When time={createdAt} /> },
  { header: 'Credited At', cell: ({ creditedAt }) => (creditedAt ? <When time={creditedAt} /> : '–') },
  {
    header: 'Refunded',
    cell: ({ refundedCents }) => formatPrice(refundedCents / 100),
    isFigure: true,
  },
];

/** Card payments. */
export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  return (
    <Table
      caption="Payments, newest first"
      columns={paymentColumns}
      rows={payments}
      rowKey={({ _id }) => _id}
    />
  );
}
