// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Books } from '../../../contract/books-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { formatAmount, formatPrice } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-time.ts';
import { IconButton } from '../../ui/button.tsx';
import { Coins } from '../../ui/coins.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { TextField } from '../../ui/field.tsx';
import { ChevronLeft } from '../../ui/icons/chevron-left.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Badge } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { booksQuery } from './api.ts';
import { type BookLine, toLines } from './book-lines.ts';
import { addMonths, chosenMonth, formatMonth, toMonth } from './months.ts';
import { OutstandingOn } from './outstanding-on.tsx';

/** The books of one month (docs/rules.md, Books). */
export function BooksPage() {
  const [address, setAddress] = useSearchParams();
  const month = chosenMonth(address.get('month'), serverNow());
  const { data, error, isPlaceholderData, refetch } = useQuery(booksQuery(month));
  useFailureToast(error, getMessage(error));
  const choose = (next: string) =>
    setAddress(next === toMonth(serverNow()) ? {} : { month: next }, {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <MonthBar month={month} onChoose={choose} />
      {data ? (
        <div aria-busy={isPlaceholderData} className="transition-opacity duration-150 aria-busy:opacity-60">
          <Shown books={data} />
        </div>
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the books..." className="grid gap-6">
          <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {[1, 2, 3, 4].map((place) => (
              <Skeleton key={place} className="h-32" />
            ))}
          </div>
          <Skeleton className="h-72" />
        </Loading>
      )}
    </div>
  );
}

function MonthBar({ month, onChoose }: { month: string; onChoose: (month: string) => void }) {
  const present = toMonth(serverNow());
  // While a year is being typed it is 0002, then 0020: no month of the books.
  const [typed, setTyped] = useState<string>();
  function type(text: string): void {
    const isMonth = chosenMonth(text, serverNow()) === text;
    setTyped(isMonth ? undefined : text);
    if (isMonth) onChoose(text);
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <IconButton label="The month before" onClick={() => onChoose(addMonths(month, -1))}>
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <TextField
        label="Month (UTC)"
        type="month"
        className="min-w-0 basis-52 grid-cols-1 [&_input]:px-3"
        value={typed ?? month}
        max={present}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <IconButton
        label="The month after"
        disabled={month >= present}
        onClick={() => onChoose(addMonths(month, 1))}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

const dollars = (cents: number) => formatPrice(cents / 100);

function Shown({ books }: { books: Books }) {
  const { month, isOpen, money, codes, coins, marginCents } = books;
  const lines = toLines(books);
  return (
    <div className="grid gap-8 [&>*]:min-w-0">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl">{formatMonth(month)}</h2>
        {isOpen ? <Badge tone="storm">Open</Badge> : <Badge tone="muted">Closed</Badge>}
      </div>
      <Stats className="lg:grid-cols-4">
        <Stat label="Margin" hint="Paid, less what went back, fees, and what codes cost">
          {dollars(marginCents)}
        </Stat>
        <Stat label="Paid" hint={`${formatAmount(money.payments)} card payments`}>
          {dollars(money.paidCents)}
        </Stat>
        <Stat label="Cost of codes" hint={`${formatAmount(codes.given)} given to purchases`}>
          {dollars(codes.costCents)}
        </Stat>
        <Stat
          label="Owed to players"
          hint={isOpen ? 'Coins that they hold now' : 'Coins that they held at its end'}
        >
          <Coins amount={coins.closing} />
        </Stat>
      </Stats>
      <Gaps books={books} />
      <PagePart
        title="Money"
        aside={
          <CsvButton
            what={`Books ${month}`}
            fields={['Month', 'Part', 'Line', 'Amount', 'Unit', 'Count']}
            rows={lines.map(({ part, label, amount, unit, count }) => [
              month,
              part,
              label,
              unit === 'USD' ? amount / 100 : amount,
              unit,
              count ?? '',
            ])}
          />
        }
      >
        <Lines caption="Money, in dollars" lines={lines.filter(({ unit }) => unit === 'USD')} />
      </PagePart>
      <PagePart title="Coins">
        <OutstandingOn key={month} month={month} />
        <Lines caption="Coins by reason" lines={lines.filter(({ unit }) => unit === 'GC')} />
      </PagePart>
    </div>
  );
}

/** Lists what is not known yet, so that nobody takes a sum for complete. */
function Gaps({ books: { money, codes } }: { books: Books }) {
  const missing = codes.given - codes.costed;
  const told = [
    money.feesMissing > 0 &&
      `The card provider has not told its fee of ${formatAmount(money.feesMissing)} payments yet.`,
    missing > 0 && `${formatAmount(missing)} codes were imported without a price: they count as free.`,
  ].filter((text) => text !== false);
  if (told.length === 0) return null;
  return (
    <Notice tone="gold" title="Not all is known">
      {told.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}

function Lines({ caption, lines }: { caption: string; lines: readonly BookLine[] }) {
  return (
    <Table
      caption={caption}
      staysTable
      rows={lines}
      rowKey={({ part, label }) => `${part} ${label}`}
      columns={[
        { header: 'Line', cell: ({ label }) => label, isTitle: true },
        {
          header: 'Count',
          cell: ({ count }) => (count === undefined ? '' : formatAmount(count)),
          isFigure: true,
        },
        {
          header: 'Amount',
          cell: ({ amount, unit }) => (unit === 'USD' ? dollars(amount) : `${formatAmount(amount)} GC`),
          isFigure: true,
        },
      ]}
    />
  );
}
