// SPDX-License-Identifier: Apache-2.0

import { looks } from './plot-looks.tsx';
import { type BarSeries, type Scale, type ShareLine, stack } from './plot-scale.ts';

/** Space between bars, as a share of a bar's step. */
const gap = 0.22;

/** Labels beside the plot, at the height of their values. */
export function Ticks({ values, format }: { values: readonly number[]; format: (value: number) => string }) {
  return (
    <div aria-hidden="true" className="num flex flex-col text-right text-muted text-xs">
      {values.map((value, place) => (
        <div
          key={value}
          style={{ flexGrow: (values[place] ?? 0) - (values[place + 1] ?? value), flexBasis: 0 }}
          className="h-0"
        >
          <span className="-translate-y-1/2 block leading-4">{format(value)}</span>
        </div>
      ))}
    </div>
  );
}

export function Grid({ scale }: { scale: Scale }) {
  return scale.ticks.map((value) => (
    <line
      key={value}
      x1="0"
      x2="100%"
      y1={`${scale.toY(value)}%`}
      y2={`${scale.toY(value)}%`}
      className={value === 0 ? 'stroke-line' : 'stroke-line-soft'}
    />
  ));
}

export function Bar<Row>({
  row,
  series,
  scale,
  x,
  step,
  isPointed,
  onPoint,
}: {
  row: Row;
  series: readonly BarSeries<Row>[];
  scale: Scale;
  /** In percent of the plot's width, like `step`. */
  x: number;
  step: number;
  isPointed: boolean;
  onPoint: () => void;
}) {
  return (
    <g onPointerEnter={onPoint} onPointerDown={onPoint}>
      <rect
        x={`${x}%`}
        width={`${step}%`}
        y="0"
        height="100%"
        className={isPointed ? 'fill-ink-2' : 'fill-transparent'}
      />
      {stack(row, series).map(({ look, high, low }) => (
        <rect
          key={look}
          x={`${x + (step * gap) / 2}%`}
          width={`${step * (1 - gap)}%`}
          y={`${scale.toY(high)}%`}
          height={`${scale.toY(low) - scale.toY(high)}%`}
          fill={looks[look]}
        />
      ))}
    </g>
  );
}

/** Dots, connected where neighbouring periods have a share too. */
export function ShareCurve<Row>({
  rows,
  line: { look, getShare },
  step,
}: {
  rows: readonly Row[];
  line: ShareLine<Row>;
  step: number;
}) {
  const points = rows.map((row, place) => ({ x: (place + 0.5) * step, share: getShare(row) }));
  return (
    <g className="pointer-events-none">
      {points.map(({ x, share }, place) => {
        const next = points[place + 1];
        if (share === null) return null;
        const y = `${(1 - share) * 100}%`;
        return (
          <g key={x} stroke={looks[look]} fill={looks[look]}>
            <circle cx={`${x}%`} cy={y} r="3" />
            {next && next.share !== null && (
              <line x1={`${x}%`} y1={y} x2={`${next.x}%`} y2={`${(1 - next.share) * 100}%`} strokeWidth="2" />
            )}
          </g>
        );
      })}
    </g>
  );
}
