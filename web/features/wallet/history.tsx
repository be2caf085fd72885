import { Check } from 'lucide-react';
import type { Statement } from '../../../contract/wallet.ts';
import { formatDateTime, formatSigned } from '../../lib/format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Coins, Xp } from '../../ui/coins.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Badge } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { typeNames } from './breakdown.ts';

type Entry = Statement['history'][number];

const columns: Column<Entry>[] = [
  { header: 'Description', cell: (entry) => entry.description, isTitle: true },
  { header: 'Type', cell: (entry) => typeNames[entry.type] ?? entry.type },
  { header: 'Status', cell: (entry) => <EntryStatus status={entry.status} /> },
  { header: 'Date', cell: (entry) => <time dateTime={entry.date}>{formatDateTime(entry.date)}</time> },
  { header: 'Amount', cell: (entry) => <Amount entry={entry} />, isFigure: true },
];

/** Every movement of the wallet, newest first. */
export function History({
  entries,
  hasOlder,
  isLoadingOlder,
  onOlder,
}: {
  entries: readonly Entry[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
}) {
  if (entries.length === 0) {
    return (
      <EmptyPanel
        title="No transactions found."
        text="Coins that you earn or spend are listed here."
        action={
          <ButtonLink kind="main" to="/home#challenges">
            View Challenges
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="grid gap-5">
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

function Amount({ entry }: { entry: Entry }) {
  const { amount, currency } = entry;
  if (currency === 'XP') return <Xp amount={amount} signed size={16} />;
  if (currency === 'GC') {
    return <Coins amount={amount} signed size={16} className={amount < 0 ? 'text-text!' : ''} />;
  }
  return <span>{formatSigned(amount)} Referral Tokens</span>;
}
