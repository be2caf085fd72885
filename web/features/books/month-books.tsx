// SPDX-License-Identifier: Apache-2.0

import type { Books } from '../../../contract/books-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { formatAmount, formatPrice, plural, pluralForm } from '../../lib/format.ts';
import { Coins } from '../../ui/coins.tsx';
import { Before } from '../../ui/compared-figure.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { Badge } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { type ComparedLine, toLines, withBefore } from './book-lines.ts';
import { MoneyPlot } from './money-plot.tsx';
import { addMonths, formatMonth } from './months.ts';
import { OutstandingOn } from './outstanding-on.tsx';

const dollars = (cents: number) => formatPrice(cents / 100);

/** A month's figures, its money and its coins, each next to the previous month. */
export function MonthBooks({
  books,
  earlier,
  isLoading,
  failure,
  onRetry,
}: {
  books: Books;
  /** Loaded earlier months, oldest first, and the error if one failed to load. */
  earlier: readonly Books[];
  /** Whether earlier months are still loading. */
  isLoading: boolean;
  failure: Error | null;
  onRetry: () => void;
}) {
  const { month, isOpen } = books;
  const before = earlier.find((each) => each.month === addMonths(month, -1));
  const lines = toLines(books);
  const compared = withBefore(lines, before && toLines(before));
  const beforeName = formatMonth(addMonths(month, -1));
  return (
    <div className="grid gap-8 [&>*]:min-w-0">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl">{formatMonth(month)}</h2>
        {isOpen ? <Badge tone="storm">Open</Badge> : <Badge tone="muted">Closed</Badge>}
      </div>
      <Figures books={books} before={before} />
      <Gaps books={books} />
      <PagePart title="Money" aside={<LinesFile month={month} lines={lines} />}>
        <div className="grid items-start gap-6 xl:has-[>:nth-child(2)]:grid-cols-2 [&>*]:min-w-0">
          <Lines
            caption="Money, in dollars"
            lines={compared.filter(({ unit }) => unit === 'USD')}
            beforeName={beforeName}
          />
          {failure ? (
            <ErrorPanel error={failure} message={getMessage(failure)} onRetry={onRetry} />
          ) : isLoading ? (
            <Loading label="Loading the months before...">
              <Skeleton className="h-72" />
            </Loading>
          ) : (
            <MoneyPlot months={[...earlier.filter((each) => each.month < month), books]} />
          )}
        </div>
      </PagePart>
      <PagePart title="Coins">
        <OutstandingOn key={month} month={month} />
        <Lines
          caption="Coins by reason"
          lines={compared.filter(({ unit }) => unit === 'GC')}
          beforeName={beforeName}
        />
      </PagePart>
    </div>
  );
}

function Figures({ books, before }: { books: Books; before: Books | undefined }) {
  const { isOpen, money, codes, coins } = books;
  const figure = (label: string, hint: string, getCents: (books: Books) => number) => (
    <Stat
      label={label}
      hint={
        <>
          {hint}
          <Before now={getCents(books) / 100} before={before && getCents(before) / 100} kind="dollars" />
        </>
      }
    >
      {dollars(getCents(books))}
    </Stat>
  );
  return (
    <Stats className="lg:grid-cols-4">
      {figure('Margin', 'Paid, minus refunds, fees and cost of codes', (of) => of.marginCents)}
      {figure('Paid', plural(money.payments, 'card payment'), (of) => of.money.paidCents)}
      {figure(
        'Cost of codes',
        `${plural(codes.given, 'code')} used for purchases`,
        (of) => of.codes.costCents,
      )}
      <Stat
        label="Owed to players"
        hint={
          <>
            {isOpen ? 'Coins they hold now' : 'Coins they held at month end'}
            <Before now={coins.closing} before={before?.coins.closing} />
          </>
        }
      >
        <Coins amount={coins.closing} />
      </Stat>
    </Stats>
  );
}

/** Lists missing figures, so that nobody takes a sum for complete. */
function Gaps({ books: { money, codes } }: { books: Books }) {
  const missing = codes.given - codes.costed;
  const told = [
    money.feesMissing > 0 &&
      `The card provider hasn’t reported its fee for ${plural(money.feesMissing, 'payment')} yet.`,
    missing > 0 &&
      `${plural(missing, 'code has', 'codes have')} no cost, and ${pluralForm(missing, 'counts', 'count')} as free.`,
  ].filter((text) => text !== false);
  if (told.length === 0) return null;
  return (
    <Notice tone="gold" title="Some figures are missing">
      {told.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}

function LinesFile({ month, lines }: { month: string; lines: ReturnType<typeof toLines> }) {
  return (
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
  );
}

function Lines({
  caption,
  lines,
  beforeName,
}: {
  caption: string;
  lines: readonly ComparedLine[];
  /** The previous month. */
  beforeName: string;
}) {
  const write = (amount: number, unit: ComparedLine['unit']) =>
    unit === 'USD' ? dollars(amount) : `${formatAmount(amount)} GC`;
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
        { header: 'Amount', cell: ({ amount, unit }) => write(amount, unit), isFigure: true },
        {
          header: beforeName,
          cell: ({ before, unit }) => (
            <span className="text-muted">{before === undefined ? '–' : write(before, unit)}</span>
          ),
          isFigure: true,
        },
      ]}
    />
  );
}
