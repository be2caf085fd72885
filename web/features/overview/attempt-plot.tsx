// SPDX-License-Identifier: Apache-2.0

import type { Overview } from '../../../contract/overview-admin.ts';
import { plural } from '../../lib/format.ts';
import { formatShortDay } from '../../lib/format-short-day.ts';
import { BarPlot } from '../../ui/bar-plot.tsx';
import { ComparedFigure } from '../../ui/compared-figure.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import type { Column } from '../../ui/table.tsx';
import { formatTick, periodColumn, RowTip } from './plot-parts.tsx';
import { type AttemptRow, attemptSeries, type Compared, compared, getPeriod, toPeriods } from './series.ts';
import type { Span } from './span.ts';

const title = 'Attempts and win rate';
const legend = [
  { label: 'Won', look: 'win' },
  { label: 'Failed', look: 'loss' },
  { label: 'Cancelled', look: 'muted' },
  { label: 'Win rate (right)', look: 'line' },
] as const;

/** How attempts ended, by day, and the share of wins among the decided ones. */
export function AttemptPlot({ overview, span }: { overview: Overview; span: Span }) {
  const rows = compared({ overview, span }, attemptSeries);
  const { unit } = toPeriods(span);
  const columns = attemptColumns(unit);
  const ended = rows.reduce((sum, { won, failed, cancelled }) => sum + won + failed + cancelled, 0);
  return (
    <PlotCard
      title={title}
      lead={`${plural(ended, 'attempt')} ended; by ${unit}`}
      legend={legend}
      rows={rows}
      rowKey={getPeriod}
      columns={columns}
      empty={overview.attempts.length === 0 ? 'No attempts ended in this period.' : undefined}
      plot={
        <BarPlot
          label={title}
          rows={rows}
          getName={({ period }) => formatShortDay(period)}
          series={[
            { label: 'Won', look: 'win', getValue: ({ won }) => won },
            { label: 'Failed', look: 'loss', getValue: ({ failed }) => failed },
            { label: 'Cancelled', look: 'muted', getValue: ({ cancelled }) => cancelled },
          ]}
          line={{ look: 'line', getShare: ({ winRate }) => winRate }}
          formatTick={formatTick}
          details={(row) => <RowTip columns={columns} row={row} />}
        />
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
