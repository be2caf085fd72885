// SPDX-License-Identifier: Apache-2.0

import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import type { Overview } from '../../../contract/overview-admin.ts';
import { formatShare, plural } from '../../lib/format.ts';
import { PlotCard } from '../../ui/plot-card.tsx';
import { looks } from '../../ui/plot-looks.tsx';
import type { Column } from '../../ui/table.tsx';
import { ComparedFigure } from './compared-figure.tsx';
import { amountAxis, chartProps, grid, periodAxis, periodColumn, RowTip, tooltip } from './plot-parts.tsx';
import { type AttemptRow, attemptSeries, type Compared, compared, getPeriod, toPeriods } from './series.ts';
import type { Span } from './span.ts';

const title = 'Attempts and win rate';
const legend = [
  { label: 'Won', look: 'win' },
  { label: 'Failed', look: 'loss' },
  { label: 'Cancelled', look: 'muted' },
  { label: 'Win rate (right)', look: 'line' },
] as const;

/** How attempts ended, by the day they ended, and the share of wins among the decided ones. */
export function AttemptPlot({ overview, span }: { overview: Overview; span: Span }) {
  const rows = compared({ overview, span }, attemptSeries);
  const { unit } = toPeriods(span);
  const columns = attemptColumns(unit);
  const ended = rows.reduce((sum, { won, failed, cancelled }) => sum + won + failed + cancelled, 0);
  const bar = { stackId: 'ended', yAxisId: 'attempts', isAnimationActive: false };
  return (
    <PlotCard
      title={title}
      lead={`${plural(ended, 'attempt')} ended; by ${unit}`}
      legend={legend}
      rows={rows}
      rowKey={getPeriod}
      columns={columns}
      empty={overview.attempts.length === 0 ? 'No attempt ended in these days.' : undefined}
      plot={
        <ComposedChart {...chartProps(title)} data={rows} barCategoryGap="18%">
          <CartesianGrid {...grid} yAxisId="attempts" />
          <XAxis {...periodAxis} />
          <YAxis {...amountAxis} yAxisId="attempts" />
          <YAxis
            {...amountAxis}
            yAxisId="rate"
            orientation="right"
            domain={[0, 1]}
            allowDecimals
            tickFormatter={formatShare}
          />
          <Tooltip {...tooltip} content={(at) => <RowTip columns={columns} {...at} />} />
          <Bar {...bar} dataKey="won" fill={looks.win} />
          <Bar {...bar} dataKey="failed" fill={looks.loss} />
          <Bar {...bar} dataKey="cancelled" fill={looks.muted} />
          <Line
            dataKey="winRate"
            yAxisId="rate"
            stroke={looks.line}
            strokeWidth={2}
            dot={{ r: 3, fill: looks.line }}
            isAnimationActive={false}
          />
        </ComposedChart>
      }
    />
  );
}

function attemptColumns(unit: ReturnType<typeof toPeriods>['unit']): Column<Compared<AttemptRow>>[] {
  return [
    periodColumn(unit),
    {
      header: 'Won',
      cell: ({ won, before }) => <ComparedFigure now={won} before={before?.won} />,
      isFigure: true,
    },
    {
      header: 'Failed',
      cell: ({ failed, before }) => <ComparedFigure now={failed} before={before?.failed} />,
      isFigure: true,
    },
    {
      header: 'Cancelled',
      cell: ({ cancelled, before }) => <ComparedFigure now={cancelled} before={before?.cancelled} />,
      isFigure: true,
    },
    {
      header: 'Win rate',
      cell: ({ winRate, before }) => <ComparedFigure now={winRate} before={before?.winRate} kind="share" />,
      isFigure: true,
    },
  ];
}
