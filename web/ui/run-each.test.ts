// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { type Outcome, runEach } from './run-each.ts';

const rows = Array.from({ length: 10 }, (_, n) => n);
const never = new AbortController().signal;

it('processes every row, few at once, and reports the reason of each failure', async () => {
  let running = 0;
  let most = 0;
  const outcomes = new Map<number, Outcome>();
  const states: Outcome['state'][] = [];
  const work = async (row: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    if (row % 4 === 1) throw new Error(`not ${row}`);
  };
  await runEach(
    rows,
    work,
    (row, outcome) => {
      outcomes.set(row, outcome);
      if (row === 1) states.push(outcome.state);
    },
    never,
  );
  expect(most).toBe(4);
  expect(states).toEqual(['running', 'failed']);
  expect([...outcomes.values()].filter(({ state }) => state === 'done')).toHaveLength(7);
  expect(outcomes.get(5)).toEqual({ state: 'failed', why: new Error('not 5') });
});

it('finishes started rows when it is stopped, and reports the remaining ones', async () => {
  const stop = new AbortController();
  const outcomes = new Map<number, Outcome['state']>();
  const left: string[] = [];
  const work = async (row: number) => {
    await Promise.resolve();
    if (row === 2) stop.abort();
  };
  const tell = (row: number, outcome: Outcome) => {
    outcomes.set(row, outcome.state);
    if (outcome.state === 'left') left.push(outcome.why);
  };
  await runEach(rows, work, tell, stop.signal);
  expect(new Set(left)).toEqual(new Set(['Stopped before it started']));
  const done = [...outcomes.values()].filter((state) => state === 'done').length;
  expect(done).toBeGreaterThanOrEqual(3);
  expect(done).toBeLessThan(10);
  expect([...outcomes.values()].filter((state) => state === 'left')).toHaveLength(10 - done);
});
