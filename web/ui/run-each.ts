// SPDX-License-Identifier: Apache-2.0

/** The outcome of one row: `failed` may be retried, `left` wasn't started. */
export type Outcome =
  | { state: 'waiting' | 'running' | 'done' }
  | { state: 'failed'; why: unknown }
  | { state: 'left'; why: string };

/** Concurrent calls: fast enough for a page of rows, and far below an administrator's rate limit. */
const concurrency = 4;

/**
 * Runs `work` for each row, a few at a time, and reports each outcome. A failure doesn't stop the others.
 * @param signal when aborted, started rows finish and the others are reported as `left`
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
