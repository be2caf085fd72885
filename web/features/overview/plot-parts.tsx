// SPDX-License-Identifier: Apache-2.0

import type { TooltipContentProps } from 'recharts';
import { formatDay } from '../../lib/format.ts';
import type { Column } from '../../ui/table.tsx';
import type { Unit } from './series.ts';
import { formatShortDay } from './words.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** Props of every chart: full width; arrow keys move through it. */
export function chartProps(title: string) {
  return {
    responsive: true,
    accessibilityLayer: true,
    style: { width: '100%', height: 260 },
    margin: { top: 8, right: 4, bottom: 0, left: 0 },
    'aria-label': `${title}. Arrow keys move through it.`,
  };
}

const tick = { fill: 'var(--color-muted)', fontSize: 12 };
const axis = { tick, tickLine: false, axisLine: { stroke: 'var(--color-line)' } };

export const periodAxis = {
  ...axis,
  dataKey: 'period',
  tickFormatter: formatShortDay,
  minTickGap: 28,
  interval: 'equidistantPreserveStart' as const,
};

export const amountAxis = {
  ...axis,
  axisLine: false,
  width: 'auto' as const,
  allowDecimals: false,
  tickFormatter: (value: number) => compact.format(Math.abs(value)),
};

const cursor = { fill: 'var(--color-ink-2)', stroke: 'none' };
/** Follows the pointer and the arrow keys without an animation. */
export const tooltip = { isAnimationActive: false, cursor };

export const grid = { stroke: 'var(--color-line-soft)', vertical: false };

/** The days of a row and, in a comparison, those it is compared with. */
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

/** The table's whole row for the point under the pointer. */
export function RowTip<Row extends { period: string }>({
  columns,
  active,
  payload,
}: Pick<TooltipContentProps, 'active' | 'payload'> & { columns: readonly Column<Row>[] }) {
  const [heading, ...figures] = columns;
  const row: Row | undefined = payload[0]?.payload;
  if (!active || !row) return null;
  return (
    <div role="status" className="grid gap-1.5 border border-line bg-ink-2 px-3.5 py-2.5 text-sm">
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
