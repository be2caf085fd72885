// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { formatAmount } from '../lib/format.ts';
import { type Look, looks } from './plot-looks.tsx';

export interface BarSeries<Row> {
  label: string;
  look: Look;
  getValue: (row: Row) => number;
}

const height = 180;
/** Space between the bars, as a share of a bar's step. */
const gap = 0.22;

/**
 * Bars of periods, stacked if there are several series: a small plot of our own, since a chart library would be the largest
 * part of a player's page. `label` says in words what it shows; the numbers are in the table beside it (plot-card.tsx), and
 * under the pointer.
 */
export function BarPlot<Row>({
  label,
  rows,
  series,
  getName,
}: {
  label: string;
  rows: readonly Row[];
  series: readonly BarSeries<Row>[];
  /** A row's short name. */
  getName: (row: Row) => string;
}) {
  const [pointed, point] = useState<number>();
  const total = (row: Row) => series.reduce((sum, { getValue }) => sum + getValue(row), 0);
  const top = niceTop(Math.max(...rows.map(total), 0));
  const step = 100 / Math.max(1, rows.length);
  const row = pointed === undefined ? undefined : rows[pointed];
  const toHeight = (value: number) => (value / top) * 100;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2" onPointerLeave={() => point(undefined)}>
      <div aria-hidden="true" className="num flex flex-col justify-between text-right text-muted text-xs">
        {[top, top / 2, 0].map((value) => (
          <span key={value} className="-my-2 leading-4">
            {formatAmount(value)}
          </span>
        ))}
      </div>
      <svg role="img" aria-label={label} width="100%" height={height} className="overflow-visible">
        {[0, 50, 100].map((y) => (
          <line
            key={y}
            x1="0"
            x2="100%"
            y1={`${y}%`}
            y2={`${y}%`}
            className={y === 100 ? 'stroke-line' : 'stroke-line-soft'}
          />
        ))}
        {rows.map((each, place) => (
          <Bar
            key={getName(each)}
            parts={series.map(({ look, getValue }) => ({ look, share: toHeight(getValue(each)) }))}
            x={place * step}
            step={step}
            isPointed={place === pointed}
            onPoint={() => point(place)}
          />
        ))}
      </svg>
      <div aria-hidden="true" className="col-start-2 mt-1.5 flex justify-between text-muted text-xs">
        {row === undefined ? (
          getEdges(rows).map((each) => <span key={getName(each)}>{getName(each)}</span>)
        ) : (
          <span className="num text-soft">
            {`${getName(row)}: ${series.map((one) => `${one.label} ${formatAmount(one.getValue(row))}`).join(', ')}`}
          </span>
        )}
      </div>
    </div>
  );
}

function Bar({
  parts,
  x,
  step,
  isPointed,
  onPoint,
}: {
  parts: readonly { look: Look; share: number }[];
  x: number;
  step: number;
  isPointed: boolean;
  onPoint: () => void;
}) {
  const tops = parts.map((_, place) => parts.slice(0, place + 1).reduce((sum, { share }) => sum + share, 0));
  return (
    <g onPointerEnter={onPoint} onPointerDown={onPoint}>
      <rect
        x={`${x}%`}
        width={`${step}%`}
        y="0"
        height="100%"
        className={isPointed ? 'fill-ink-2' : 'fill-transparent'}
      />
      {parts.map(
        ({ look, share }, place) =>
          share > 0 && (
            <rect
              key={look}
              x={`${x + (step * gap) / 2}%`}
              width={`${step * (1 - gap)}%`}
              y={`${100 - (tops[place] ?? 0)}%`}
              height={`${share}%`}
              fill={looks[look]}
            />
          ),
      )}
    </g>
  );
}

/** The first, middle and last row. */
function getEdges<Row>(rows: readonly Row[]): Row[] {
  const places = new Set([0, Math.floor((rows.length - 1) / 2), rows.length - 1]);
  return rows.filter((_, place) => places.has(place));
}

/** The next even round number at or above a value: 2, 4, 10, 20, 40, 100 ... */
export function niceTop(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  return (
    [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((top) => top >= value && top % 2 === 0) ??
    10 * power
  );
}
