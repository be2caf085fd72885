// SPDX-License-Identifier: Apache-2.0

import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { Overview } from '../../../contract/overview-admin.ts';
import { plural } from '../../lib/format.ts';
import { PlotCard } from '../../ui/plot-card.tsx';
import type { Column } from '../../ui/table.tsx';
import { ComparedFigure } from './compared-figure.tsx';
import { amountAxis, chartProps, grid, periodAxis, periodColumn, RowTip, tooltip } from './plot-parts.tsx';
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
      empty={inSpan === 0 ? 'Nobody was active in these days.' : undefined}
      plot={
        <AreaChart {...chartProps(title)} data={rows}>
          <CartesianGrid {...grid} />
          <XAxis {...periodAxis} padding={{ left: 16, right: 16 }} />
          <YAxis {...amountAxis} />
          <Tooltip
            {...tooltip}
            cursor={{ stroke: 'var(--color-edge)' }}
            content={(at) => <RowTip columns={columns} {...at} />}
          />
          <Area
            dataKey="players"
            stroke="var(--color-storm-soft)"
            strokeWidth={2}
            fill="var(--color-storm-deep)"
            isAnimationActive={false}
          />
        </AreaChart>
      }
    />
  );
}
