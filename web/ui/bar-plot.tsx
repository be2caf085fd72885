// SPDX-License-Identifier: Apache-2.0

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { formatShare } from '../lib/format.ts';
import { Bar, Grid, ShareCurve, Ticks } from './bar-plot-parts.tsx';
import { type BarSeries, getScale, type ShareLine } from './plot-scale.ts';

const height = 180;
/** At most this many rows have a name below the plot; narrow screens show every other one. */
const namedRows = 5;

/**
 * A bar per period, stacked if there are several series, with negative values below the line, and optionally a share of
 * each period as a line. Arrow keys and the pointer move through it. `label` describes the plot in words. The table
 * beside it (plot-card.tsx) has all numbers; the text below, or `details`, has those of one period.
 */
export function BarPlot<Row>({
  label,
  rows,
  series,
  line,
  getName,
  formatTick,
  details,
}: {
  label: string;
  rows: readonly Row[];
  series: readonly BarSeries<Row>[];
  /** Drawn over the bars, on its own scale from 0 to 100 %. */
  line?: ShareLine<Row>;
  /** A row's short name. */
  getName: (row: Row) => string;
  formatTick: (value: number) => string;
  /** Shown beside the selected row. Without it, a line of text below lists the values. */
  details?: (row: Row) => ReactNode;
}) {
  const [pointed, point] = useState<number>();
  const row = pointed === undefined ? undefined : rows[pointed];
  const scale = getScale(rows, series);
  const step = 100 / Math.max(1, rows.length);
  return (
    <div
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrow keys reach it
      tabIndex={0}
      aria-label={`${label}. Arrow keys move through it.`}
      className="relative grid grid-cols-[auto_1fr_auto] gap-x-2"
      onPointerLeave={() => point(undefined)}
      onBlur={() => point(undefined)}
      onKeyDown={(event) => movePoint(event, pointed, rows.length, point)}
    >
      <Ticks values={scale.ticks} format={formatTick} />
      <div className="relative">
        <svg aria-hidden="true" width="100%" height={height} className="block overflow-visible">
          <Grid scale={scale} />
          {rows.map((each, place) => (
            <Bar
              key={getName(each)}
              row={each}
              series={series}
              scale={scale}
              x={place * step}
              step={step}
              isPointed={place === pointed}
              onPoint={() => point(place)}
            />
          ))}
          {line && <ShareCurve rows={rows} line={line} step={step} />}
        </svg>
        {row !== undefined && pointed !== undefined && details && (
          <Tip at={(pointed + 0.5) * step}>{details(row)}</Tip>
        )}
      </div>
      {line && <Ticks values={[1, 0.5, 0]} format={formatShare} />}
      <div className="col-start-2 mt-1.5 flex justify-between text-muted text-xs">
        {row === undefined || details ? (
          <Names names={pickNames(rows.map(getName))} />
        ) : (
          <span role="status" className="num text-soft">
            {`${getName(row)}: ${series.map((one) => `${one.label} ${formatTick(one.getValue(row))}`).join(', ')}`}
          </span>
        )}
      </div>
    </div>
  );
}

function movePoint(
  event: KeyboardEvent,
  pointed: number | undefined,
  count: number,
  point: (place: number | undefined) => void,
): void {
  const last = count - 1;
  const places: Record<string, number | undefined> = {
    ArrowLeft: Math.max(0, (pointed ?? count) - 1),
    ArrowRight: Math.min(last, (pointed ?? -1) + 1),
    Home: 0,
    End: last,
    Escape: undefined,
  };
  if (!(event.key in places) || count === 0) return;
  event.preventDefault();
  point(places[event.key]);
}

/** Beside its row, on the side with more room. */
function Tip({ at, children }: { at: number; children: ReactNode }) {
  const side = at > 50 ? { right: `${100 - at}%`, marginRight: 12 } : { left: `${at}%`, marginLeft: 12 };
  return (
    <div role="status" className="pointer-events-none absolute top-0 z-10 max-w-64" style={side}>
      {children}
    </div>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, place) => (
    <span key={name} aria-hidden="true" className={place % 2 === 1 ? 'max-sm:hidden' : undefined}>
      {name}
    </span>
  ));
}

/** The first and last label, and some at equal distances between them. */
function pickNames(names: readonly string[]): string[] {
  const last = names.length - 1;
  const count = Math.min(namedRows, names.length);
  const places = Array.from({ length: count }, (_, place) =>
    Math.round((place * last) / Math.max(1, count - 1)),
  );
  return places.map((place) => names[place] ?? '');
}
