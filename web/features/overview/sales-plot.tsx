// SPDX-License-Identifier: Apache-2.0

import { useSearchParams } from 'react-router';
import type { Overview } from '../../../contract/overview-admin.ts';
import { formatAmount, formatDollars, formatPrice, plural } from '../../lib/format.ts';
import { formatShortDay } from '../../lib/format-short-day.ts';
import { BarPlot } from '../../ui/bar-plot.tsx';
import { Choices } from '../../ui/choices.tsx';
import { ComparedFigure } from '../../ui/compared-figure.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import type { Look } from '../../ui/plot-looks.tsx';
import type { Column } from '../../ui/table.tsx';
import { formatTick, periodColumn, RowTip } from './plot-parts.tsx';
import { type Compared, compared, getPeriod, type SalesRow, salesSeries, toPeriods } from './series.ts';
import type { Span } from './span.ts';

const title = 'Sales';
const measures = [
  { value: 'dollars', label: 'Dollars for coins', name: 'dollars', look: 'plainStorm' },
  { value: 'cards', label: 'Gift cards', name: 'giftCards', look: 'storm' },
  { value: 'coins', label: 'Coins for cards', name: 'giftCardCoins', look: 'gold' },
] as const satisfies { value: string; label: string; name: keyof SalesRow; look: Look }[];

/** Sales: cards for coins, or coins for dollars. One at a time, since the units differ. */
export function SalesPlot({ overview, span }: { overview: Overview; span: Span }) {
  const [address, setAddress] = useSearchParams();
  const measure = measures.find(({ value }) => value === address.get('sales')) ?? measures[0];
  const rows = compared({ overview, span }, salesSeries);
  const { unit } = toPeriods(span);
  const columns: Column<Compared<SalesRow>>[] = [
    periodColumn(unit),
    {
      header: 'Gift cards',
      cell: ({ giftCards, before }) => <ComparedFigure now={giftCards} before={before?.giftCards} />,
      isFigure: true,
    },
    {
      header: 'Coins for cards',
      cell: ({ giftCardCoins, before }) => (
        <ComparedFigure now={giftCardCoins} before={before?.giftCardCoins} />
      ),
      isFigure: true,
    },
    {
      header: 'Payments',
      cell: ({ payments, before }) => <ComparedFigure now={payments} before={before?.payments} />,
      isFigure: true,
    },
    {
      header: 'Dollars',
      cell: ({ dollars, before }) => <ComparedFigure now={dollars} before={before?.dollars} kind="dollars" />,
      isFigure: true,
    },
  ];
  function choose(value: string): void {
    const next = new URLSearchParams(address);
    next.set('sales', value);
    setAddress(next, { replace: true, preventScrollReset: true });
  }
  const total = (name: keyof Omit<SalesRow, 'period'>) => rows.reduce((sum, row) => sum + row[name], 0);
  return (
    <PlotCard
      title={title}
      lead={`${plural(total('giftCards'), 'gift card')} for ${formatAmount(total('giftCardCoins'))} coins; ${formatPrice(total('dollars'))} taken in ${plural(total('payments'), 'payment')}; by ${unit}`}
      legend={[]}
      rows={rows}
      rowKey={getPeriod}
      columns={columns}
      empty={overview.sales.length === 0 ? 'Nothing was sold in this period.' : undefined}
      tools={<Choices label="Show" choices={measures} selected={measure.value} onSelect={choose} />}
      plot={
        <BarPlot
          label={`${title}: ${measure.label}`}
          rows={rows}
          getName={({ period }) => formatShortDay(period)}
          series={[{ label: measure.label, look: measure.look, getValue: (row) => row[measure.name] }]}
          formatTick={measure.value === 'dollars' ? formatDollars : formatTick}
          details={(row) => <RowTip columns={columns} row={row} />}
        />
      }
    />
  );
}
