// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deeds, getDemand, life, type Measured } from '../bench/scale/life.ts';
import { scaleTables, withTables } from '../bench/scale/tables.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const measured: Measured = JSON.parse(read('../bench/scale/measured.json'));

it('has in docs/scale.md what was measured and assumed; who changes either runs `npm run scale`', () => {
  const document = read('../docs/scale.md');
  expect(withTables(document, scaleTables(measured, life))).toBe(document);
  expect(() => withTables('without a place', '')).toThrow('no place');
});

it('adds up a day, and the second of its busiest hour', () => {
  const cost = { transactions: 2, cpuMs: 4, walBytes: 1_000, tableBytes: 500 };
  const costs = { call: { ...cost, walBytes: 0 }, purchase: cost, payment: cost, attempt: cost };
  const lived = {
    ...{ players: 36_000, activeShare: 0.5, peakShare: 0.1, openMinutes: 30 },
    perActive: { call: 10, purchase: 1, payment: 0, attempt: 2 },
    ...{ requestsPerAttempt: 9, requestsPerKey: 3 },
  };
  const { perDay, perPeakSecond, peak, day, streams, statistics } = getDemand(lived, costs);
  expect(perDay).toEqual({ call: 180_000, purchase: 18_000, payment: 0, attempt: 36_000 });
  expect(perPeakSecond).toEqual({ call: 5, purchase: 0.5, payment: 0, attempt: 1 });
  expect(peak).toEqual({ transactions: 13, cores: 0.026, walBytes: 1_500 });
  expect(day).toEqual({ transactions: 468_000, walBytes: 54_000_000, tableBytes: 117_000_000 });
  expect(streams).toBe(900);
  expect(statistics).toEqual({ requests: 9, keys: 3 });
});

it('rests on costs that were measured', () => {
  for (const deed of deeds) {
    const { transactions, cpuMs } = measured.costs[deed];
    expect(transactions).toBeGreaterThan(0);
    expect(cpuMs).toBeGreaterThan(0);
  }
});
