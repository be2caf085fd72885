// SPDX-License-Identifier: Apache-2.0

import type { Overview } from '../../../contract/overview-admin.ts';
import { formatSigned, plural } from '../../lib/format.ts';
import { formatShortDay } from '../../lib/format-short-day.ts';
import { getReason } from '../../lib/transfer-reasons.ts';
import { BarPlot } from '../../ui/bar-plot.tsx';
import { Coins } from '../../ui/coins.tsx';
import { ComparedFigure } from '../../ui/compared-figure.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { PlotCard } from '../../ui/plot-card.tsx';
import type { Column } from '../../ui/table.tsx';
import { formatTick, periodColumn, RowTip } from './plot-parts.tsx';
import {
  type Compared,
  compared,
  type FlowOfType,
  type FlowRow,
  flowSeries,
  flowsByType,
  getPeriod,
  toPeriods,
} from './series.ts';
import type { Span } from './span.ts';

const title = 'Coins: sources and sinks';

/** Coins that players received above the line, coins that they spent below it. */
export function FlowPlot({ overview, span }: { overview: Overview; span: Span }) {
  const rows = compared({ overview, span }, flowSeries);
  const { unit } = toPeriods(span);
  const columns: Column<Compared<FlowRow>>[] = [
    periodColumn(unit),
    {
      header: 'Sources',
      cell: ({ sources, before }) => <ComparedFigure now={sources} before={before?.sources} />,
      isFigure: true,
    },
    {
      header: 'Sinks',
      cell: ({ sinks, before }) => <ComparedFigure now={sinks} before={before?.sinks} />,
      isFigure: true,
    },
    { header: 'Net', cell: ({ sources, sinks }) => formatSigned(sources - sinks), isFigure: true },
  ];
  const [sources, sinks] = [flowsByType(overview, 'source'), flowsByType(overview, 'sink')];
  const net = getTotal(sources) - getTotal(sinks);
  return (
    <PlotCard
      className="xl:col-span-2"
      title={title}
      lead={`Players ${net < 0 ? 'lost' : 'gained'} ${plural(Math.abs(net), 'coin')} in this period; by ${unit}`}
      legend={[
        { label: 'Sources: to players', look: 'gold' },
        { label: 'Sinks: from players', look: 'storm' },
      ]}
      rows={rows}
      rowKey={getPeriod}
      columns={columns}
      empty={overview.flows.length === 0 ? 'No coins moved in this period.' : undefined}
      plot={
        <BarPlot
          label={title}
          rows={rows}
          getName={({ period }) => formatShortDay(period)}
          series={[
            { label: 'Sources', look: 'gold', getValue: (row) => row.sources },
            { label: 'Sinks', look: 'storm', getValue: (row) => -row.sinks },
          ]}
          formatTick={formatTick}
          details={(row) => <RowTip columns={columns} row={row} />}
        />
      }
    >
      <div className="grid content-start gap-x-10 gap-y-5 sm:max-xl:grid-cols-2">
        <Reasons heading="Where coins came from" flows={sources} />
        <Reasons heading="Where coins went" flows={sinks} />
      </div>
    </PlotCard>
  );
}

function getTotal(flows: readonly FlowOfType[]): number {
  return flows.reduce((sum, { amount }) => sum + amount, 0);
}

function Reasons({ heading, flows }: { heading: string; flows: readonly FlowOfType[] }) {
  return (
    <section className="grid content-start gap-1">
      <h3 className="text-base">{heading}</h3>
      {flows.length === 0 ? (
        <p className="text-muted text-sm">None in this period.</p>
      ) : (
        <Facts>
          {flows.map(({ type, amount, transfers }) => (
            <Fact key={type} label={getReason(type)}>
              <Coins amount={amount} size={15} className="gap-1.5!" />
              <span className="block font-normal text-muted text-xs">{plural(transfers, 'transfer')}</span>
            </Fact>
          ))}
        </Facts>
      )}
    </section>
  );
}
