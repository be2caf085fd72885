// SPDX-License-Identifier: Apache-2.0

import { formatDay } from '../../lib/format.ts';
import { formatShortDay } from '../../lib/format-short-day.ts';
import type { Column } from '../../ui/table.tsx';
import type { Unit } from './series.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** Short numbers for a plot's scale: 12,400 becomes 12K. */
export const formatTick = (value: number): string => compact.format(Math.abs(value));

/** A row's days and, in a comparison, the earlier days. */
export function periodColumn(unit: Unit): Column<{ period: string; before?: { period: string } }> {
  return {
    header: unit === 'day' ? 'Day' : 'Week from',
    cell: ({ period, before }) => (
      <>
        {formatDay(period)}
        {before && (
          <span className="block font-normal text-muted text-xs">
            before: {formatShortDay(before.period)}
          </span>
        )}
      </>
    ),
    isTitle: true,
  };
}

/** The table row of the period under the pointer. */
export function RowTip<Row extends { period: string }>({
  columns,
  row,
}: {
  columns: readonly Column<Row>[];
  row: Row;
}) {
  const [heading, ...figures] = columns;
  return (
    <div className="grid gap-1.5 border border-line bg-ink-2 px-3.5 py-2.5 text-sm">
      <p className="font-semibold">{heading?.cell(row)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-5 gap-y-0.5">
        {figures.map(({ header, cell }) => (
          <div key={header} className="col-span-full grid grid-cols-subgrid">
            <dt className="text-muted">{header}</dt>
            <dd className="num text-right">{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
