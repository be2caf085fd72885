// SPDX-License-Identifier: Apache-2.0

/** What became of one row: `failed` may be tried again, `left` was not begun. */
export type Outcome =
  | { state: 'waiting' | 'running' | 'done' }
  | { state: 'failed'; why: unknown }
  | { state: 'left'; why: string };

/** Calls at a time: quick enough for a page of rows, and far from the limits of an administrator's address. */
const concurrency = 4;

/**
 * Does `work` for each row, a few at a time, and tells of each what becomes of it. One that fails does not keep the others.
 * @param signal aborted: what has begun is finished, no more is begun, and the rest is told as `left`
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
        tell(row, { state: 'left', why: 'Stopped before its turn' });
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
