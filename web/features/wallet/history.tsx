import { Check } from 'lucide-react';
import type { HistoryEntry } from '../../../contract/wallet.ts';
import { cx } from '../../lib/class-names.ts';
import { formatDateTime, formatSigned } from '../../lib/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Coins, Xp } from '../../ui/coins.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Badge } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { typeNames } from './breakdown.ts';

const columns: Column<HistoryEntry>[] = [
  { header: 'Description', cell: (entry) => entry.description, isTitle: true },
  { header: 'Type', cell: (entry) => typeNames[entry.type] ?? entry.type },
  { header: 'Status', cell: (entry) => <EntryStatus status={entry.status} /> },
  { header: 'Date', cell: (entry) => <time dateTime={entry.date}>{formatDateTime(entry.date)}</time> },
  { header: 'Amount', cell: (entry) => <Amount entry={entry} />, isFigure: true },
];

/** Movements of the wallet, newest first. */
export function History({
  entries,
  isFiltered,
  isStale,
  hasOlder,
  isLoadingOlder,
  onOlder,
  onShowAll,
}: {
  entries: readonly HistoryEntry[];
  /** Only some types are asked for. */
  isFiltered: boolean;
  /** Entries of what was asked for before, while the next ones are on their way. */
  isStale: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  onShowAll: () => void;
}) {
  if (entries.length === 0) {
    return (
      <EmptyPanel
        title="No transactions found."
        text={
          isFiltered ? 'There is nothing of this type yet.' : 'Coins that you earn or spend are listed here.'
        }
        action={
          isFiltered ? (
            <Button onClick={onShowAll}>Show all types</Button>
          ) : (
            <ButtonLink kind="main" to="/home#challenges">
              View Challenges
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <div
      className={cx('grid gap-5 transition-opacity duration-100', isStale && 'opacity-50')}
      aria-busy={isStale}
    >
      <Table
        caption="Transactions, newest first"
        columns={columns}
        rows={entries}
        rowKey={(entry) => entry._id}
      />
      {hasOlder && (
        <Button className="justify-self-center" onClick={onOlder} busy={isLoadingOlder && 'Loading...'}>
          Show older
        </Button>
      )}
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
