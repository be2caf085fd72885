// SPDX-License-Identifier: Apache-2.0

import { Gauge, Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from './db/database.ts';
import { readInTime } from './figures.ts';
import { gaugeJobs } from './jobs/job-metrics.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs one query at a time and waits a second for the answer', async () => {
  const answers: ((figure: number) => void)[] = [];
  const read = readInTime(() => new Promise<number>((resolve) => answers.push(resolve)));
  const [first, second] = [read(), read()];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
  const third = read();
  expect(answers).toHaveLength(1);
  answers[0]?.(7);
  expect(await third).toBe(7);
  const fourth = read();
  answers[1]?.(8);
  expect(await fourth).toBe(8);
});

it('answers the next scrape with a result that came too late for the last', async () => {
  const answers: ((figure: number) => void)[] = [];
  const read = readInTime(() => new Promise<number>((resolve) => answers.push(resolve)));
  const first = read();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBeUndefined();
  answers[0]?.(7);
  await vi.advanceTimersByTimeAsync(100);
  const [second, third] = [read(), read()];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all([second, third])).toEqual([7, 7]);
});

it('exports the last values while the database does not answer', async () => {
  const registry = new Registry();
  let rows = () =>
    Promise.resolve([{ task: 'send-mail', waiting: 3, running: 0, scheduled: 0, waitingSeconds: 5 }]);
  gaugeJobs(registry, { rows: () => rows() } as unknown as Database);
  const own = new Gauge({ name: 'own', help: 'Of the process itself', registers: [registry] });
  own.set(1);
  await registry.metrics();
  rows = () => new Promise(() => {});
  own.set(2);
  const told = registry.metrics();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await told).toContain('jobs{task="send-mail",state="waiting"} 3');
  expect(await told).toContain('own 2');
});
