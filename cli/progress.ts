// SPDX-License-Identifier: Apache-2.0

import { progress } from '@clack/prompts';

/** Notes how many of all are done. */
export type Advance = (done: number) => void;

/** Shows how far `work` is, where somebody watches: on the terminal's error stream, so that answers stay clean. */
export async function withProgress<Result>(
  { title, max }: { title: string; max: number },
  work: (advance: Advance) => Promise<Result>,
): Promise<Result> {
  if (!process.stderr.isTTY) return work(() => {});
  const bar = progress({ max: Math.max(1, max), output: process.stderr });
  bar.start(title);
  let shown = 0;
  try {
    const result = await work((done) => {
      bar.advance(done - shown, `${title} (${done} of ${max})`);
      shown = done;
    });
    bar.stop(title);
    return result;
  } catch (error) {
    bar.error(title);
    throw error;
  }
}

/** The same of work that says itself how much there is of it. */
export function withPercent<Result>(
  title: string,
  work: (note: (done: number, of: number) => void) => Promise<Result>,
): Promise<Result> {
  return withProgress({ title: `${title}, percent`, max: 100 }, (advance) =>
    work((done, of) => advance(Math.floor((100 * done) / of))),
  );
}
