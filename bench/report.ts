// SPDX-License-Identifier: Apache-2.0

import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** One measurement against its reference in the same run, so that the machine's speed cancels out. */
export interface Figure {
  name: string;
  unit: string;
  value: number;
  reference: number;
  /** Describes the reference. */
  against: string;
  ratio: number;
  /** The lowest permitted ratio. */
  limit: number;
  /** Required if the limit is 0: why there is none. */
  reason?: string;
}

/** A bench that couldn't run here, and what is missing. */
export interface Skipped {
  name: string;
  skipped: string;
}

export type Result = Figure | Skipped;

/** With the name of its bench. */
export type Measured = Result & { bench: string };

/** The output of `--json`. */
export interface Report {
  measuredAt: string;
  machine: {
    cpus: number;
    cpu: string | undefined;
    memoryBytes: number;
    node: string;
    platform: string;
  };
  results: readonly Measured[];
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export function isTooSlow(result: Result): boolean {
  return 'ratio' in result && result.ratio < result.limit;
}

/** The results as a table for people, one line each, with ratio and limit at the end. */
export function toTable(results: readonly Result[]): string {
  const rows = [
    ['bench', 'measured', 'reference', 'against', 'ratio', 'limit', ''],
    ...results.map((result) =>
      'skipped' in result
        ? [result.name, `skipped: ${result.skipped}`]
        : [
            result.name,
            `${Math.round(result.value)} ${result.unit}`,
            `${Math.round(result.reference)}`,
            result.against,
            result.ratio.toFixed(2),
            result.limit.toFixed(2),
            isTooSlow(result) ? 'below the limit' : (result.reason ?? 'ok'),
          ],
    ),
  ];
  const width = (column: number) =>
    Math.max(...rows.map((row) => (row.length > 2 ? (row[column]?.length ?? 0) : 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(width(column))).join('  ')).join('\n');
}

/** Writes every figure, with a description of the machine. */
export function writeJson(file: string, results: readonly Measured[]): void {
  const machine = {
    cpus: cpus().length,
    cpu: cpus()[0]?.model,
    memoryBytes: totalmem(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
  const report: Report = { measuredAt: new Date().toISOString(), machine, results };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
