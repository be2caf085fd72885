// SPDX-License-Identifier: Apache-2.0

import type { Movements, Overview } from '../../../contract/overview-admin.ts';
import { formatDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { type Figure, type FigureKind, formatChange, formatFigure } from './change.ts';
import { getEarlier } from './series.ts';
import { getDay, type Span } from './span.ts';

interface ComparedRow {
  label: string;
  now: Figure;
  before: Figure;
  kind?: FigureKind;
}

const figures: { label: string; of: (movements: Movements) => Figure; kind?: FigureKind }[] = [
  { label: 'Coins to players', of: ({ flows }) => getCoins(flows, 'source') },
  { label: 'Coins from players', of: ({ flows }) => getCoins(flows, 'sink') },
  {
    label: 'Attempts ended',
    of: ({ attempts }) => sum(attempts, ({ won, failed, cancelled }) => won + failed + cancelled),
  },
  { label: 'Win rate', of: ({ winRate }) => winRate, kind: 'share' },
  { label: 'Gift cards sold', of: ({ sales }) => sum(sales, ({ giftCards }) => giftCards) },
  { label: 'Coins for gift cards', of: ({ sales }) => sum(sales, ({ giftCardCoins }) => giftCardCoins) },
  { label: 'Card payments', of: ({ sales }) => sum(sales, ({ payments }) => payments) },
  {
    label: 'Dollars taken',
    of: ({ sales }) => sum(sales, ({ paidCents }) => paidCents) / 100,
    kind: 'dollars',
  },
  { label: 'Active players', of: ({ activePlayers }) => activePlayers.inSpan },
  { label: 'Replaced codes', of: ({ replacedCodes }) => replacedCodes.replaced },
];

function sum<Row>(rows: readonly Row[], getFigure: (row: Row) => number): number {
  return rows.reduce((total, row) => total + getFigure(row), 0);
}

function getCoins(flows: Movements['flows'], direction: 'source' | 'sink'): number {
  return sum(flows, (flow) => (flow.direction === direction ? flow.amount : 0));
}

const columns: Column<ComparedRow>[] = [
  { header: 'Figure', cell: ({ label }) => label, isTitle: true },
  { header: 'These days', cell: ({ now, kind }) => formatFigure(now, kind), isFigure: true },
  { header: 'Before', cell: ({ before, kind }) => formatFigure(before, kind), isFigure: true },
  { header: 'Change', cell: ({ now, before, kind }) => formatChange(now, before, kind), isFigure: true },
];

/** The change in the chosen days against the earlier ones; says so if there is no history. */
export function Comparison({ overview, span }: { overview: Overview; span: Span }) {
  const { earlier } = overview;
  if (!earlier) return null;
  const { from, recordedSince } = earlier;
  const isRecorded = getEarlier(overview) !== undefined;
  const since = recordedSince && formatDay(recordedSince);
  return (
    <Card inside="grid content-start gap-4 p-4 sm:p-5 [&>*]:min-w-0">
      <div className="grid gap-1">
        <h2 className="text-xl">Compared with earlier days</h2>
        <p className="text-muted text-sm">
          {formatSpan(span)} against {formatSpan(earlier)}, in UTC days.
          {isRecorded && recordedSince && from < recordedSince && ` Records begin on ${since}, within them.`}
          {isRecorded && span.to === getDay(serverNow()) && ' Today is not over yet.'}
        </p>
      </div>
      {isRecorded ? (
        <Table
          caption="Compared with earlier days"
          columns={columns}
          rows={figures.map(({ of, ...figure }) => ({
            ...figure,
            now: of(overview),
            before: of(earlier),
          }))}
          rowKey={({ label }) => label}
          staysTable
        />
      ) : (
        <p className="grid min-h-24 place-items-center text-center text-muted">
          {since
            ? `There is no history of those days: records begin on ${since}.`
            : 'There is no history yet: nothing is on record.'}
        </p>
      )}
    </Card>
  );
}

function formatSpan({ from, to }: Span): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}
