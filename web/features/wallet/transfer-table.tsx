// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { HistoryEntry } from '../../../contract/wallet.ts';
import { formatSigned } from '../../lib/format.ts';
import { Coins, Xp } from '../../ui/coins.tsx';
import { Check } from '../../ui/icons/check.ts';
import { When } from '../../ui/narrow-time.tsx';
import { Badge } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { typeNames } from './breakdown.ts';
import './transfer-table.css';

const columns: Column<HistoryEntry>[] = [
  { header: 'Description', cell: (entry) => entry.description, isTitle: true },
  { header: 'Type', cell: (entry) => typeNames[entry.type] ?? entry.type },
  { header: 'Status', cell: (entry) => <EntryStatus status={entry.status} /> },
  { header: 'Date', cell: (entry) => <When time={entry.date} /> },
  { header: 'Amount', cell: (entry) => <Amount entry={entry} />, isFigure: true },
];

/** Movements of a wallet, newest first. */
export function TransferTable({
  entries,
  sealed,
}: {
  entries: readonly HistoryEntry[];
  /** Shows whether the entry is in the sealed ledger. */
  sealed?: (entry: HistoryEntry) => ReactNode;
}) {
  return (
    <div className="transfers min-w-0">
      <Table
        caption="Transactions, newest first"
        columns={sealed ? columns.toSpliced(-1, 0, { header: 'Sealed', cell: sealed }) : columns}
        rows={entries}
        rowKey={(entry) => entry._id}
      />
    </div>
  );
}

function EntryStatus({ status }: { status: string }) {
  const isSuccess = status === 'Success';
  return (
    <Badge tone={isSuccess ? 'win' : 'muted'}>
      {isSuccess && <Check size={13} strokeWidth={3} aria-hidden="true" />}
      {status}
    </Badge>
  );
}

function Amount({ entry }: { entry: HistoryEntry }) {
  const { amount, currency } = entry;
  if (currency === 'XP') return <Xp amount={amount} signed size={16} />;
  if (currency === 'GC') {
    return <Coins amount={amount} signed size={16} className={amount < 0 ? 'text-text!' : ''} />;
  }
  return <span>{formatSigned(amount)} Referral Tokens</span>;
}
