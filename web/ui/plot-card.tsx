// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Legend, type LegendEntry } from './plot-looks.tsx';
import { type Column, Table } from './table.tsx';

/** A plot with its legend, and on request the same numbers as a table. */
export function PlotCard<Row>({
  title,
  level: Heading = 'h2',
  lead,
  legend,
  rows,
  rowKey,
  columns,
  empty,
  tools,
  actions,
  plot,
  className,
  children,
}: {
  title: string;
  level?: 'h2' | 'h3';
  /** The total in words. */
  lead: ReactNode;
  legend: readonly LegendEntry[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Shown instead of the plot if there is no data; otherwise undefined. */
  empty: string | undefined;
  tools?: ReactNode;
  /** Next to the button that shows the table. */
  actions?: ReactNode;
  plot: ReactNode;
  className?: string;
  /** Next to the plot, if there is room. */
  children?: ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  return (
    <Card className={className} inside="grid content-start gap-4 p-4 sm:p-5 [&>*]:min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-3 sm:flex-nowrap">
        <div className="grid min-w-0 gap-1">
          <Heading className="text-xl">{title}</Heading>
          <p className="text-muted text-sm">{lead}</p>
        </div>
        {!empty && (
          <div className="flex flex-wrap gap-2 sm:shrink-0">
            {actions}
            <Button
              size="sm"
              aria-label={`Show as ${isTable ? 'plot' : 'table'}: ${title}`}
              onClick={() => setTable(!isTable)}
            >
              Show as {isTable ? 'plot' : 'table'}
            </Button>
          </div>
        )}
      </div>
      {empty ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <div
          className={cx(
            'grid gap-6 [&>*]:min-w-0',
            children !== undefined && 'xl:grid-cols-[1fr_22rem] xl:gap-10',
          )}
        >
          {isTable ? (
            <div className="max-h-96 overflow-y-auto">
              <Table caption={title} columns={columns} rows={rows} rowKey={rowKey} staysTable />
            </div>
          ) : (
            <div className="grid content-start gap-4">
              {tools}
              {legend.length > 1 && <Legend entries={legend} />}
              {plot}
            </div>
          )}
          {children}
        </div>
      )}
    </Card>
  );
}
