// SPDX-License-Identifier: Apache-2.0

import { formatAmount, formatDay, formatShare, plural, pluralForm } from '../../../lib/format.ts';
import { formatShortDay } from '../../../lib/format-short-day.ts';
import { BarPlot } from '../../../ui/bar-plot.tsx';
import { PlotCard } from '../../../ui/plot-card.tsx';
import type { BarSeries } from '../../../ui/plot-scale.ts';
import type { Column } from '../../../ui/table.tsx';
import { formatMean, killsPerMatch, type PerformanceSpan, type PeriodRow } from './periods.ts';

interface Shown {
  rows: readonly PeriodRow[];
  span: PerformanceSpan;
}

const sum = (rows: readonly PeriodRow[], name: Exclude<keyof PeriodRow, 'period'>) =>
  rows.reduce((total, row) => total + row[name], 0);

function periodColumn({ periodDays }: PerformanceSpan): Column<PeriodRow> {
  return {
    header:
      periodDays === 1 ? 'Day' : pluralForm(periodDays / 7, 'Week from', `${periodDays / 7} weeks from`),
    cell: ({ period }) => formatDay(period),
    isTitle: true,
  };
}

function TimePlot({
  rows,
  span,
  title,
  lead,
  series,
  columns,
  isEmpty,
}: Shown & {
  title: string;
  lead: string;
  series: readonly BarSeries<PeriodRow>[];
  columns: readonly Column<PeriodRow>[];
  isEmpty: boolean;
}) {
  return (
    <PlotCard
      title={title}
      level="h3"
      lead={lead}
      legend={series}
      rows={rows}
      rowKey={({ period }) => period}
      columns={[periodColumn(span), ...columns]}
      empty={isEmpty ? `Nothing in the last ${span.label}.` : undefined}
      plot={
        <BarPlot
          label={`${title} in the last ${span.label}: ${lead}`}
          rows={rows}
          series={series}
          getName={({ period }) => formatShortDay(period)}
          formatTick={formatAmount}
        />
      }
    />
  );
}

/** Won and lost attempts. */
export function ResultsPlot(shown: Shown) {
  const [won, finished] = [sum(shown.rows, 'won'), sum(shown.rows, 'finished')];
  return (
    <TimePlot
      {...shown}
      title="Wins and losses"
      lead={finished === 0 ? 'Nothing finished' : `${won} of ${plural(finished, 'challenge')} won`}
      isEmpty={finished + sum(shown.rows, 'cancelled') === 0}
      series={[
        { label: 'Won', look: 'win', getValue: (row) => row.won },
        { label: 'Lost', look: 'loss', getValue: (row) => row.finished - row.won },
        { label: 'Cancelled', look: 'muted', getValue: (row) => row.cancelled },
      ]}
      columns={[
        { header: 'Won', cell: (row) => row.won, isFigure: true },
        { header: 'Lost', cell: (row) => row.finished - row.won, isFigure: true },
        { header: 'Cancelled', cell: (row) => row.cancelled, isFigure: true },
        {
          header: 'Win rate',
          cell: (row) => (row.finished === 0 ? '–' : formatShare(row.won / row.finished)),
          isFigure: true,
        },
      ]}
    />
  );
}

/** How many matches ended in the top ten. */
export function PlacesPlot(shown: Shown) {
  const [top10, matches] = [sum(shown.rows, 'top10'), sum(shown.rows, 'matches')];
  return (
    <TimePlot
      {...shown}
      title="Top tens"
      lead={`${top10} of ${plural(matches, 'match', 'matches')} in the top 10`}
      isEmpty={matches === 0}
      series={[
        { label: 'Top 10', look: 'storm', getValue: (row) => row.top10 },
        { label: 'Below the top 10', look: 'muted', getValue: (row) => row.matches - row.top10 },
      ]}
      columns={[
        { header: 'First', cell: (row) => row.firstPlaces, isFigure: true },
        { header: 'Top 10', cell: (row) => row.top10, isFigure: true },
        { header: 'Matches', cell: (row) => row.matches, isFigure: true },
      ]}
    />
  );
}

/** Kills in the attempts' matches. */
export function KillsPlot(shown: Shown) {
  const { rows } = shown;
  const kills = sum(rows, 'kills');
  const mean = killsPerMatch({ kills, matches: sum(rows, 'matches') });
  return (
    <TimePlot
      {...shown}
      title="Kills"
      lead={`${plural(kills, 'kill')}, ${formatMean(mean)} in a match`}
      isEmpty={mean === null}
      series={[{ label: 'Kills', look: 'plainStorm', getValue: (row) => row.kills }]}
      columns={[
        { header: 'Kills', cell: (row) => row.kills, isFigure: true },
        { header: 'Matches', cell: (row) => row.matches, isFigure: true },
        { header: 'In a match', cell: (row) => formatMean(killsPerMatch(row)), isFigure: true },
      ]}
    />
  );
}
