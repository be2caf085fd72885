// SPDX-License-Identifier: Apache-2.0

import type { Look } from './plot-looks.tsx';

export interface BarSeries<Row> {
  label: string;
  look: Look;
  /** Negative values are below the line. */
  getValue: (row: Row) => number;
}

export interface ShareLine<Row> {
  look: Look;
  /** From 0 to 1; null without a value. */
  getShare: (row: Row) => number | null;
}

export interface Scale {
  top: number;
  /** 0, or the lowest value. */
  bottom: number;
  /** From the highest to the lowest. */
  ticks: readonly number[];
  /** A value's distance from the upper edge, in percent. */
  toY: (value: number) => number;
}

/** A scale that fits all stacks of bars. */
export function getScale<Row>(rows: readonly Row[], series: readonly BarSeries<Row>[]): Scale {
  const sum = (row: Row, sign: 1 | -1) =>
    series.reduce((total, { getValue }) => total + Math.max(0, sign * getValue(row)), 0);
  const lowest = Math.max(0, ...rows.map((row) => sum(row, -1)));
  const top = niceTop(Math.max(0, ...rows.map((row) => sum(row, 1))));
  const bottom = lowest === 0 ? 0 : -niceTop(lowest);
  return {
    top,
    bottom,
    ticks: bottom === 0 ? [top, top / 2, 0] : [top, 0, bottom],
    toY: (value) => ((top - value) / (top - bottom)) * 100,
  };
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

/** A bar's parts, each from one value to another. Positive ones stack upwards from 0, negative ones downwards. */
export function stack<Row>(row: Row, series: readonly BarSeries<Row>[]) {
  let [above, below] = [0, 0];
  return series.flatMap(({ look, getValue }) => {
    const value = getValue(row);
    if (value === 0) return [];
    const from = value > 0 ? above : below;
    if (value > 0) above += value;
    else below += value;
    return [{ look, high: Math.max(from, from + value), low: Math.min(from, from + value) }];
  });
}
