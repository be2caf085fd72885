// SPDX-License-Identifier: Apache-2.0

/** Reports how many parts are done. */
export type Advance = (done: number) => void;

const clearLine = '\r\x1b[K';
const drawEachMs = 80;

/**
 * Shows the progress of `work` on one line of stderr if that is a terminal, so that stdout stays clean. Reads no keys
 * and handles no signals, so a command that was stopped with Ctrl-C never looks finished.
 */
export async function withProgress<Result>(
  { title, max }: { title: string; max: number },
  work: (advance: Advance) => Promise<Result>,
): Promise<Result> {
  const { stderr } = process;
  if (!stderr.isTTY) return work(() => {});
  stderr.write(title);
  let drawnAt = -Infinity;
  try {
    return await work((done) => {
      const now = performance.now();
      if (now < drawnAt + drawEachMs) return;
      drawnAt = now;
      stderr.write(`${clearLine}${title} (${done} of ${max})`);
    });
  } finally {
    stderr.write(clearLine);
  }
}

/** Like `withProgress`, for work that reports its own total. */
export function withPercent<Result>(
  title: string,
  work: (note: (done: number, of: number) => void) => Promise<Result>,
): Promise<Result> {
  return withProgress({ title: `${title}, percent`, max: 100 }, (advance) =>
    work((done, of) => advance(Math.floor((100 * done) / of))),
  );
}
