// SPDX-License-Identifier: Apache-2.0

/** The outcome of one row: `failed` may be tried again, `left` was not begun. */
export type Outcome =
  | { state: 'waiting' | 'running' | 'done' }
  | { state: 'failed'; why: unknown }
  | { state: 'left'; why: string };

/** Concurrent calls: fast enough for a page of rows, and far below the limits for an administrator's address. */
const concurrency = 4;

/**
 * Runs `work` for each row, a few at a time, and reports each outcome. One that fails does not stop the others.
 * @param signal when aborted, work in progress is finished, no more is begun, and the rest is reported as `left`
 */
export async function runEach<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  tell: (row: Row, outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...rows];
  async function next(): Promise<void> {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      if (signal.aborted) {
        tell(row, { state: 'left', why: 'Stopped before it started' });
        continue;
      }
      tell(row, { state: 'running' });
      try {
        await work(row);
        tell(row, { state: 'done' });
      } catch (why) {
        tell(row, { state: 'failed', why });
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, next));
}
