// SPDX-License-Identifier: Apache-2.0

import type { Books } from '../../../contract/books-admin.ts';
import { formatDollars, formatPrice } from '../../lib/format.ts';
import { BarPlot } from '../../ui/bar-plot.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import { PlotPatterns } from '../../ui/plot-looks.tsx';
import type { Column } from '../../ui/table.tsx';
import { formatShortMonth } from './months.ts';

const title = 'Money by month';
const getCosts = ({ money, codes }: Books) => money.feeCents + codes.costCents;
/** Payments minus returned money. */
const getTaken = (books: Books) => books.marginCents + getCosts(books);

const figure = (header: string, getCents: (books: Books) => number): Column<Books> => ({
  header,
  cell: (books) => formatPrice(getCents(books) / 100),
  isFigure: true,
});
const columns: Column<Books>[] = [
  { header: 'Month', cell: ({ month }) => formatShortMonth(month), isTitle: true },
  figure('Taken', getTaken),
  figure('Fees and codes', getCosts),
  figure('Margin', ({ marginCents }) => marginCents),
];

/** Each month's income above the line and its costs below; the rest is the margin. Empty if no money moved. */
export function MoneyPlot({ months }: { months: readonly Books[] }) {
  if (months.every((books) => getTaken(books) === 0 && getCosts(books) === 0)) return null;
  const margin = months.reduce((sum, { marginCents }) => sum + marginCents, 0);
  return (
    <>
      <PlotPatterns />
      <PlotCard
        title={title}
        level="h3"
        lead={`A margin of ${formatPrice(margin / 100)} in these months`}
        legend={[
          { label: 'Taken', look: 'gold' },
          { label: 'Fees and codes', look: 'storm' },
        ]}
        rows={months}
        rowKey={({ month }) => month}
        columns={columns}
        empty={undefined}
        plot={
          <BarPlot
            label={title}
            rows={months}
            getName={({ month }) => formatShortMonth(month)}
            series={[
              { label: 'Taken', look: 'gold', getValue: (books) => getTaken(books) / 100 },
              { label: 'Fees and codes', look: 'storm', getValue: (books) => -getCosts(books) / 100 },
            ]}
            formatTick={formatDollars}
          />
        }
      />
    </>
  );
}
