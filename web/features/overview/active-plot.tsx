// SPDX-License-Identifier: Apache-2.0

import type { Overview } from '../../../contract/overview-admin.ts';
import { plural } from '../../lib/format.ts';
import { formatShortDay } from '../../lib/format-short-day.ts';
import { BarPlot } from '../../ui/bar-plot.tsx';
import { ComparedFigure } from '../../ui/compared-figure.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import type { Column } from '../../ui/table.tsx';
import { formatTick, periodColumn, RowTip } from './plot-parts.tsx';
import { type ActiveRow, activeSeries, type Compared, compared, getPeriod, toDaily } from './series.ts';
import type { Span } from './span.ts';

const title = 'Active players';
const columns: Column<Compared<ActiveRow>>[] = [
  periodColumn('day'),
  {
    header: 'Players',
    cell: ({ players, before }) => <ComparedFigure now={players} before={before?.players} />,
    isFigure: true,
  },
];

/** Players who entered a challenge, bought a gift card or bought coins. */
export function ActivePlot({ overview, span }: { overview: Overview; span: Span }) {
  const rows = compared({ overview, span }, activeSeries, toDaily);
  const { inSpan } = overview.activePlayers;
  return (
    <PlotCard
      className="xl:col-span-2"
      title={title}
      lead={`${plural(inSpan, 'player')} entered a challenge, bought a card or bought coins; by day`}
      legend={[]}
      rows={rows}
      rowKey={getPeriod}
      columns={columns}
      empty={inSpan === 0 ? 'Nobody was active in this period.' : undefined}
      plot={
        <BarPlot
          label={title}
          rows={rows}
          getName={({ period }) => formatShortDay(period)}
          series={[{ label: 'Players', look: 'plainStorm', getValue: ({ players }) => players }]}
          formatTick={formatTick}
          details={(row) => <RowTip columns={columns} row={row} />}
        />
      }
    />
  );
}
